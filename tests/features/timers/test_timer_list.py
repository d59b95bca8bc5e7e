"""Timers are made, changed, switched and deleted; what cannot be said is refused with its place."""

import pytest

from frozen_clock import FrozenClock
from house import House, Json, blamed, refusal
from house_fixtures import on_one_database
from timer_desk import TimerDesk


@on_one_database
@pytest.mark.rows("P6")
async def test_timer_is_kept_with_all_its_fields_and_told_to_everybody(desk: TimerDesk, clock: FrozenClock) -> None:
    messages = [{"text": "One", "providers": ["twitch", "kick"], "enabled": True}, {"text": "Two", "enabled": False}]
    fields = {
        "messages": messages,
        "interval_minutes": 45,
        "spread_minutes": 45,
        "pick": "random",
        "active_mode": "online",
        "min_chat_messages": 7,
        "response_type": "announce",
    }
    async with desk.hearing() as ears:
        made = await desk.make(**fields)
        await ears.until(lambda event: event["type"] == "timers_changed")
    expected = {**fields, "messages": [messages[0], {**messages[1], "providers": []}], "name": "Water", "enabled": True}
    assert {name: made[name] for name in expected} == expected
    assert (made["revision"], made["created_by"], made["last_results"]) == (1, "JunoPlays", [])
    assert await desk.listed() == [made] == [await desk.get(made)]


@on_one_database
async def test_timer_of_which_only_the_words_are_given_waits_for_half_an_hour_and_five_messages(
    desk: TimerDesk,
) -> None:
    answer = await desk.visitor.ask("POST", desk.timers, json={"name": "Water", "messages": [{"text": "Drink"}]})
    usual: Json = {
        "messages": [{"text": "Drink", "providers": [], "enabled": True}],
        "interval_minutes": 30,
        "spread_minutes": 0,
        "pick": "order",
        "active_mode": "always",
        "min_chat_messages": 5,
        "response_type": "say",
        "enabled": True,
    }
    assert {name: answer.json()[name] for name in usual} == usual


@on_one_database
async def test_first_run_comes_after_one_interval(desk: TimerDesk, clock: FrozenClock) -> None:
    made = await desk.make(interval_minutes=10)
    assert made["next_run_at"] == "2030-01-02T03:14:05.678000Z"
    assert (await desk.make(name="Off", enabled=False))["next_run_at"] is None


async def test_change_of_the_words_keeps_the_moment_and_one_of_the_interval_begins_anew(
    desk: TimerDesk, clock: FrozenClock
) -> None:
    made = await desk.make(interval_minutes=10)
    clock.advance(60)
    worded = (await desk.save(made, messages=[{"text": "Other words"}])).json()
    assert (worded["next_run_at"], worded["revision"]) == (made["next_run_at"], 2)
    later = (await desk.save(worded, interval_minutes=20)).json()
    assert later["next_run_at"] == "2030-01-02T03:25:05.678000Z"


async def test_switching_off_takes_the_moment_away_and_on_begins_anew(desk: TimerDesk, clock: FrozenClock) -> None:
    made = await desk.make()
    assert (await desk.switch(made, enabled=False)).status_code == 204
    off = await desk.get(made)
    assert (off["enabled"], off["next_run_at"], off["revision"]) == (False, None, 2)
    clock.advance(3_600)
    await desk.switch(made, enabled=True)
    assert (await desk.get(made))["next_run_at"] == "2030-01-02T04:14:05.678000Z"


async def test_whoever_saves_an_old_one_is_told_who_was_faster(desk: TimerDesk) -> None:
    made = await desk.make()
    assert (await desk.save(made, revision=1, interval_minutes=11)).status_code == 200
    late = await desk.save(made, revision=1, interval_minutes=12)
    assert refusal(late) == (409, "timer_changed")
    assert late.json()["message"] == "JunoPlays has changed this timer meanwhile. Nothing was saved."
    assert (await desk.get(made))["interval_minutes"] == 11


async def test_two_timers_have_two_names_also_when_saved_at_once(desk: TimerDesk) -> None:
    await desk.make(name="Water")
    other = await desk.make(name="Socials")
    taken = await desk.post(name="WATER")
    assert (refusal(taken), blamed(taken)) == ((409, "name_taken"), ["name"])
    assert refusal(await desk.save(other, name="water")) == (409, "name_taken")
    assert (await desk.save(other, name="SOCIALS")).status_code == 200


async def test_deleted_timer_is_gone_and_one_of_another_channel_is_not_there(house: House, desk: TimerDesk) -> None:
    made = await desk.make()
    other = TimerDesk(house, desk.visitor, await desk.visitor.create_channel("Elsewhere"))
    for answer in (await other.save(made), await other.switch(made, enabled=False), await other.run(made)):
        assert refusal(answer) == (404, "timer_not_found")
    assert (await desk.visitor.ask("DELETE", f"{desk.timers}/{made['id']}")).status_code == 204
    assert refusal(await desk.visitor.ask("GET", f"{desk.timers}/{made['id']}")) == (404, "timer_not_found")


WRONG_FIELDS: list[tuple[Json, str]] = [
    ({"name": " "}, "name"),
    ({"name": "n" * 101}, "name"),
    ({"name": "with\u202ebidi"}, "name"),
    ({"messages": []}, "messages"),
    ({"messages": [{"text": "x"}] * 51}, "messages"),
    ({"messages": [{"text": "x" * 501}]}, "messages.0.text"),
    ({"messages": [{"text": "x"}, {"text": "\0\u200b"}]}, "messages.1.text"),
    ({"messages": [{"text": "x", "providers": ["myspace"]}]}, "messages.0.providers.0"),
    ({"interval_minutes": 0}, "interval_minutes"),
    ({"interval_minutes": 10_081}, "interval_minutes"),
    ({"spread_minutes": 11}, "spread_minutes"),
    ({"min_chat_messages": -1}, "min_chat_messages"),
    ({"min_chat_messages": 10_001}, "min_chat_messages"),
    ({"pick": "often"}, "pick"),
    ({"active_mode": "never"}, "active_mode"),
    ({"response_type": "reply"}, "response_type"),
    ({"colour": "red"}, "colour"),
]


@on_one_database
async def test_wrong_field_is_named(desk: TimerDesk) -> None:
    for wrong, field in WRONG_FIELDS:
        answer = await desk.post(**wrong)
        assert (answer.status_code, blamed(answer)) == (422, [field]), wrong


@on_one_database
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Hello $(usr)", "at 9: "),
        ("Welcome, $(quote.add now)", "at 12: "),
        ("$(quote 1", "at 1: "),
        ("/ban everybody", "at 1: "),
    ],
)
async def test_message_that_cannot_be_said_is_refused_with_its_place(desk: TimerDesk, text: str, place: str) -> None:
    answer = await desk.post("Fine", text)
    assert (answer.status_code, blamed(answer)) == (422, ["messages.1.text"])
    assert answer.json()["errors"][0]["message"].startswith(place)
    assert await desk.listed() == []


@on_one_database
async def test_fifty_messages_of_five_hundred_characters_are_kept(desk: TimerDesk) -> None:
    texts = [f"{number:02} " + "\U0001f300" * 497 for number in range(50)]
    made = await desk.make(*texts)
    assert [one["text"] for one in (await desk.get(made))["messages"]] == texts


@on_one_database
async def test_channel_has_at_most_a_hundred_timers(desk: TimerDesk) -> None:
    for number in range(100):
        await desk.make(name=f"Timer {number}")
    assert refusal(await desk.post(name="One more")) == (409, "too_many_timers")
    ids = [one["id"] for one in await desk.listed()]
    answer = await desk.visitor.ask("PUT", f"{desk.timers}/enabled", json={"ids": ids, "enabled": False})
    assert answer.status_code == 204
    assert not any(one["enabled"] for one in await desk.listed())


@pytest.mark.rows("A3", "A4")
@on_one_database
async def test_moderator_sees_timers_and_only_an_editor_changes_them(house: House, desk: TimerDesk) -> None:
    made = await desk.make()
    moderator = TimerDesk(house, await house.staff("odalys_", desk.channel_id, 7), desk.channel_id)
    assert await moderator.listed() == [made]
    for answer in (await moderator.post(name="Mine"), await moderator.save(made), await moderator.run(made)):
        assert refusal(answer) == (403, "forbidden")
    editor = TimerDesk(house, await house.staff("zofiekresli", desk.channel_id, 100), desk.channel_id)
    assert (await editor.make(name="Mine"))["created_by"] != "JunoPlays"
