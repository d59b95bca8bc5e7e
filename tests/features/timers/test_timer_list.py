"""Timers are read and changed through the API."""

import pytest

from greenroom.accounts.access.rules import Role
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.timers import TimerChannel


@pytest.mark.rows("P6")
async def test_timer_is_stored_with_all_fields_and_published(channel: TimerChannel, clock: FrozenClock) -> None:
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
    async with channel.timer_events() as live_events:
        timer = await channel.make(**fields)
        await live_events.until(lambda event: event["type"] == "timers_changed")
    expected = {**fields, "messages": [messages[0], {**messages[1], "providers": []}], "name": "Water", "enabled": True}
    assert {name: timer[name] for name in expected} == expected
    assert (timer["revision"], timer["created_by"], timer["last_results"]) == (1, "JunoPlays", [])
    assert await channel.list_timers() == [timer] == [await channel.get(timer)]


async def test_defaults_are_half_an_hour_five_messages_and_only_while_live(channel: TimerChannel) -> None:
    answer = await channel.client.ask(
        "POST", channel.timers_path, json={"name": "Water", "messages": [{"text": "Drink"}]}
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


async def test_first_run_follows_after_one_interval(channel: TimerChannel, clock: FrozenClock) -> None:
    timer = await channel.make(interval_minutes=10)
    assert timer["next_run_at"] == "2030-01-02T03:14:05.678000Z"
    assert (await channel.make(name="Off", enabled=False))["next_run_at"] is None


async def test_new_text_keeps_the_next_run_and_new_interval_restarts_it(
    channel: TimerChannel, clock: FrozenClock
) -> None:
    timer = await channel.make(interval_minutes=10)
    clock.advance(60)
    edited = (await channel.save(timer, messages=[{"text": "Other words"}])).json()
    assert (edited["next_run_at"], edited["revision"]) == (timer["next_run_at"], 2)
    later = (await channel.save(edited, interval_minutes=20)).json()
    assert later["next_run_at"] == "2030-01-02T03:25:05.678000Z"


@pytest.mark.both_databases
async def test_disabling_clears_the_next_run_and_enabling_sets_it(channel: TimerChannel, clock: FrozenClock) -> None:
    timer = await channel.make()
    assert (await channel.switch(timer, enabled=False)).status_code == 204
    off = await channel.get(timer)
    assert (off["enabled"], off["next_run_at"], off["revision"]) == (False, None, 2)
    clock.advance(3_600)
    await channel.switch(timer, enabled=True)
    assert (await channel.get(timer))["next_run_at"] == "2030-01-02T04:14:05.678000Z"


@pytest.mark.both_databases
async def test_names_are_unique_ignoring_case(channel: TimerChannel) -> None:
    await channel.make(name="Water")
    other = await channel.make(name="Socials")
    taken = await channel.post(name="WATER")
    assert (refusal(taken), error_fields(taken)) == ((409, "name_taken"), ["name"])
    assert refusal(await channel.save(other, name="water")) == (409, "name_taken")
    assert (await channel.save(other, name="SOCIALS")).status_code == 200


async def test_deleted_timers_and_those_of_other_channels_are_not_found(
    greenroom: GreenroomServer, channel: TimerChannel
) -> None:
    timer = await channel.make()
    other = TimerChannel(greenroom, channel.client, await channel.client.create_channel("Elsewhere"))
    for answer in (await other.save(timer), await other.switch(timer, enabled=False), await other.run(timer)):
        assert refusal(answer) == (404, "timer_not_found")
    assert (await channel.client.ask("DELETE", f"{channel.timers_path}/{timer['id']}")).status_code == 204
    assert refusal(await channel.client.ask("GET", f"{channel.timers_path}/{timer['id']}")) == (404, "timer_not_found")


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


async def test_invalid_field_is_named(channel: TimerChannel) -> None:
    for wrong, field in WRONG_FIELDS:
        answer = await channel.post(**wrong)
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
async def test_invalid_message_is_rejected_with_its_position(channel: TimerChannel, text: str, position: str) -> None:
    answer = await channel.post("Fine", text)
    assert (answer.status_code, error_fields(answer)) == (422, ["messages.1.text"])
    assert answer.json()["errors"][0]["message"].startswith(position)
    assert await channel.list_timers() == []


async def test_fifty_messages_of_five_hundred_characters_are_stored(channel: TimerChannel) -> None:
    texts = [f"{number:02} " + "\U0001f300" * 497 for number in range(50)]
    timer = await channel.make(*texts)
    assert [one["text"] for one in (await channel.get(timer))["messages"]] == texts


async def test_channel_has_at_most_a_hundred_timers(channel: TimerChannel) -> None:
    for number in range(100):
        await channel.make(name=f"Timer {number}")
    assert refusal(await channel.post(name="One more")) == (409, "too_many_timers")
    ids = [one["id"] for one in await channel.list_timers()]
    answer = await channel.client.ask("PUT", f"{channel.timers_path}/enabled", json={"ids": ids, "enabled": False})
    assert answer.status_code == 204
    assert not any(one["enabled"] for one in await channel.list_timers())


@pytest.mark.rows("A3", "A4")
async def test_moderators_can_read_and_editors_can_write(greenroom: GreenroomServer, channel: TimerChannel) -> None:
    timer = await channel.make()
    moderator = TimerChannel(
        greenroom, await greenroom.staff("odalys_", channel.channel_id, Role.MOD), channel.channel_id
    )
    assert await moderator.list_timers() == [timer]
    for answer in (await moderator.post(name="Mine"), await moderator.save(timer), await moderator.run(timer)):
        assert refusal(answer) == (403, "forbidden")
    staff_editor = TimerChannel(
        greenroom, await greenroom.staff("zofiekresli", channel.channel_id, Role.EDITOR), channel.channel_id
    )
    assert (await staff_editor.make(name="Mine"))["created_by"] != "JunoPlays"
