"""The timer list and editor API."""

import pytest

from greenroom.tenancy.access.rules import Role
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.timers import TimerEditor


@pytest.mark.rows("P6")
async def test_timer_is_stored_with_all_fields_and_published(editor: TimerEditor, clock: FrozenClock) -> None:
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
    async with editor.timer_events() as live_events:
        made = await editor.make(**fields)
        await live_events.until(lambda event: event["type"] == "timers_changed")
    expected = {**fields, "messages": [messages[0], {**messages[1], "providers": []}], "name": "Water", "enabled": True}
    assert {name: made[name] for name in expected} == expected
    assert (made["revision"], made["created_by"], made["last_results"]) == (1, "JunoPlays", [])
    assert await editor.list_timers() == [made] == [await editor.get(made)]


async def test_defaults_are_half_an_hour_five_messages_and_only_while_live(editor: TimerEditor) -> None:
    answer = await editor.client.ask(
        "POST", editor.timers_path, json={"name": "Water", "messages": [{"text": "Drink"}]}
    )
    defaults: Json = {
        "messages": [{"text": "Drink", "providers": [], "enabled": True}],
        "interval_minutes": 30,
        "spread_minutes": 0,
        "pick": "order",
        "active_mode": "online",
        "min_chat_messages": 5,
        "response_type": "say",
        "enabled": True,
    }
    assert {name: answer.json()[name] for name in defaults} == defaults


async def test_first_run_follows_after_one_interval(editor: TimerEditor, clock: FrozenClock) -> None:
    made = await editor.make(interval_minutes=10)
    assert made["next_run_at"] == "2030-01-02T03:14:05.678000Z"
    assert (await editor.make(name="Off", enabled=False))["next_run_at"] is None


async def test_new_text_keeps_the_next_run_and_new_interval_restarts_it(
    editor: TimerEditor, clock: FrozenClock
) -> None:
    made = await editor.make(interval_minutes=10)
    clock.advance(60)
    edited = (await editor.save(made, messages=[{"text": "Other words"}])).json()
    assert (edited["next_run_at"], edited["revision"]) == (made["next_run_at"], 2)
    later = (await editor.save(edited, interval_minutes=20)).json()
    assert later["next_run_at"] == "2030-01-02T03:25:05.678000Z"


@pytest.mark.both_databases
async def test_disabling_clears_the_next_run_and_enabling_restarts_it(editor: TimerEditor, clock: FrozenClock) -> None:
    made = await editor.make()
    assert (await editor.switch(made, enabled=False)).status_code == 204
    off = await editor.get(made)
    assert (off["enabled"], off["next_run_at"], off["revision"]) == (False, None, 2)
    clock.advance(3_600)
    await editor.switch(made, enabled=True)
    assert (await editor.get(made))["next_run_at"] == "2030-01-02T04:14:05.678000Z"


async def test_outdated_revision_is_rejected(editor: TimerEditor) -> None:
    made = await editor.make()
    assert (await editor.save(made, revision=1, interval_minutes=11)).status_code == 200
    rejected = await editor.save(made, revision=1, interval_minutes=12)
    assert refusal(rejected) == (409, "timer_changed")
    assert rejected.json()["message"] == "JunoPlays has changed this timer meanwhile. Nothing was saved."
    assert (await editor.get(made))["interval_minutes"] == 11


@pytest.mark.both_databases
async def test_names_are_unique_ignoring_case(editor: TimerEditor) -> None:
    await editor.make(name="Water")
    other = await editor.make(name="Socials")
    taken = await editor.post(name="WATER")
    assert (refusal(taken), error_fields(taken)) == ((409, "name_taken"), ["name"])
    assert refusal(await editor.save(other, name="water")) == (409, "name_taken")
    assert (await editor.save(other, name="SOCIALS")).status_code == 200


async def test_deleted_timers_and_those_of_other_channels_are_not_found(
    greenroom: GreenroomServer, editor: TimerEditor
) -> None:
    made = await editor.make()
    other = TimerEditor(greenroom, editor.client, await editor.client.create_channel("Elsewhere"))
    for answer in (await other.save(made), await other.switch(made, enabled=False), await other.run(made)):
        assert refusal(answer) == (404, "timer_not_found")
    assert (await editor.client.ask("DELETE", f"{editor.timers_path}/{made['id']}")).status_code == 204
    assert refusal(await editor.client.ask("GET", f"{editor.timers_path}/{made['id']}")) == (404, "timer_not_found")


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


async def test_invalid_field_is_named(editor: TimerEditor) -> None:
    for wrong, field in WRONG_FIELDS:
        answer = await editor.post(**wrong)
        assert (answer.status_code, error_fields(answer)) == (422, [field]), wrong


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("Hello $(usr)", "Character 9: "),
        ("Welcome, $(quote.add now)", "Character 12: "),
        ("$(quote 1", "Character 1: "),
        ("/ban everybody", "Character 1: "),
    ],
)
async def test_invalid_message_is_rejected_with_its_position(editor: TimerEditor, text: str, position: str) -> None:
    answer = await editor.post("Fine", text)
    assert (answer.status_code, error_fields(answer)) == (422, ["messages.1.text"])
    assert answer.json()["errors"][0]["message"].startswith(position)
    assert await editor.list_timers() == []


async def test_fifty_messages_of_five_hundred_characters_are_stored(editor: TimerEditor) -> None:
    texts = [f"{number:02} " + "\U0001f300" * 497 for number in range(50)]
    made = await editor.make(*texts)
    assert [one["text"] for one in (await editor.get(made))["messages"]] == texts


async def test_channel_has_at_most_a_hundred_timers(editor: TimerEditor) -> None:
    for number in range(100):
        await editor.make(name=f"Timer {number}")
    assert refusal(await editor.post(name="One more")) == (409, "too_many_timers")
    ids = [one["id"] for one in await editor.list_timers()]
    answer = await editor.client.ask("PUT", f"{editor.timers_path}/enabled", json={"ids": ids, "enabled": False})
    assert answer.status_code == 204
    assert not any(one["enabled"] for one in await editor.list_timers())


@pytest.mark.rows("A3", "A4")
async def test_moderators_can_read_and_editors_can_write(greenroom: GreenroomServer, editor: TimerEditor) -> None:
    made = await editor.make()
    moderator = TimerEditor(greenroom, await greenroom.staff("odalys_", editor.channel_id, Role.MOD), editor.channel_id)
    assert await moderator.list_timers() == [made]
    for answer in (await moderator.post(name="Mine"), await moderator.save(made), await moderator.run(made)):
        assert refusal(answer) == (403, "forbidden")
    staff_editor = TimerEditor(
        greenroom, await greenroom.staff("zofiekresli", editor.channel_id, Role.EDITOR), editor.channel_id
    )
    assert (await staff_editor.make(name="Mine"))["created_by"] != "JunoPlays"
