"""Queues through the API: settings, turns, order, history."""

from uuid import UUID

import pytest
from sqlalchemy import update

from greenroom.accounts.access.rules import Role
from greenroom.features.queues.models import QueueEntry
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.queues import QueueChannel

# Start of the frozen clock.
BEGIN = "2030-01-02T03:04:05.678000Z"
NO_COUNTS = {"waiting": 0, "called": 0, "playing": 0, "finished": 0}


@pytest.mark.rows("P6")
async def test_new_queue_is_closed_and_published(channel: QueueChannel) -> None:
    async with channel.client.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "queues")
        queue = (await channel.post("Races", group_size=3, subs_first=True, name_label="In-game name")).json()
        assert (await socket.receive())["events"] == [{"type": "queue_changed", "queue": queue}]
    assert (queue["is_open"], queue["round"], queue["session_started_at"]) == (False, 0, BEGIN)
    assert (queue["counts"], queue["created_by"], queue["revision"]) == (NO_COUNTS, "JunoPlays", 1)
    assert await channel.client.get(channel.queues_path) == {"records": [queue]}
    assert await channel.client.get(f"{channel.queues_path}/{queue['id']}") == queue


async def test_invalid_settings_are_refused_by_field(channel: QueueChannel) -> None:
    await channel.make("Races")
    assert error_fields(await channel.post("races")) == ["name"]
    assert error_fields(await channel.post(" ", max_size=-1, group_size=0, cost=-5, rejoin="never")) == [
        "name",
        "max_size",
        "group_size",
        "rejoin",
        "cost",
    ]


async def test_outdated_save_is_refused(channel: QueueChannel) -> None:
    queue = await channel.make()
    path = f"{channel.queues_path}/{queue['id']}"
    assert (await channel.client.ask("PUT", path, json={"name": "Duels"}, params={"revision": 1})).status_code == 200
    outdated = await channel.client.ask("PUT", path, json={"name": "Chess"}, params={"revision": 1})
    assert refusal(outdated) == (409, "queue_changed")


@pytest.mark.both_databases
async def test_viewer_goes_from_waiting_to_done(channel: QueueChannel, clock: FrozenClock) -> None:
    queue = await channel.make(group_size=2)
    await channel.join_all("Juno", "Kes", "Odalys")
    called = (await channel.press(queue, "next", round=0)).json()
    assert [(entry["name"], entry["state"], entry["round"]) for entry in called] == [
        ("Juno", "called", 1),
        ("Kes", "called", 1),
    ]
    clock.advance(30)
    juno, kes = called
    assert (await channel.set_state(queue, juno, "playing")).json()["started_at"] == "2030-01-02T03:04:35.678000Z"
    assert (await channel.set_state(queue, kes, "no_show")).json()["state"] == "no_show"
    clock.advance(60)
    counts = (await channel.press(queue, "finish")).json()["counts"]
    assert counts == {"waiting": 1, "called": 0, "playing": 0, "finished": 2}
    done = await channel.entry(queue, "Juno")
    assert (done["state"], done["finished_at"]) == ("done", "2030-01-02T03:05:35.678000Z")
    assert await channel.waiting(queue) == ["Odalys"]


async def test_states_that_do_not_follow_each_other_are_refused(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.join_all("Juno")
    juno = await channel.entry(queue, "Juno")
    answer = await channel.set_state(queue, juno, "done")
    assert (refusal(answer), answer.json()["message"]) == (
        (409, "queue_entry_changed"),
        "Juno is waiting now and can't become done.",
    )
    assert (await channel.set_state(queue, juno, "waiting")).status_code == 200
    assert error_fields(await channel.set_state(queue, juno, "lost")) == ["state"]


@pytest.mark.both_databases
async def test_skipped_viewer_who_is_set_to_waiting_is_first_again(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.join_all("Juno", "Kes")
    juno = await channel.entry(queue, "Juno")
    await channel.set_state(queue, juno, "skipped")
    await channel.join_all("Odalys")
    again = (await channel.set_state(queue, juno, "waiting")).json()
    assert (again["finished_at"], again["called_at"], again["round"]) == (None, None, None)
    assert await channel.waiting(queue) == ["Juno", "Kes", "Odalys"]


@pytest.mark.both_databases
async def test_move_puts_a_viewer_between_two_others_and_publishes_one_row(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.join_all("A", "B", "C", "D")
    a, b, c, d = await channel.entries(queue)
    async with channel.client.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "queues")
        moved = (await channel.move(queue, d, after=a)).json()
        (event,) = (await socket.receive())["events"]
    assert (event["type"], event["changed"], event["removed"]) == ("queue_entries_changed", [moved], [])
    assert await channel.waiting(queue) == ["A", "D", "B", "C"]
    await channel.move(queue, c, after=None)
    await channel.move(queue, a, after=b)
    assert await channel.waiting(queue) == ["C", "D", "B", "A"]
    assert (await channel.move(queue, a, after=a)).status_code == 200


async def test_viewer_is_not_moved_behind_a_viewer_who_does_not_wait(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.join_all("A", "B", "C")
    a, b, c = await channel.entries(queue)
    await channel.press(queue, "next")
    assert refusal(await channel.move(queue, c, after=a)) == (409, "queue_entry_changed")
    assert refusal(await channel.move(queue, a, after=b)) == (409, "queue_entry_changed")
    await channel.client.ask("DELETE", f"{channel.queues_path}/{queue['id']}/entries/{c['id']}")
    assert refusal(await channel.move(queue, c, after=b)) == (404, "queue_entry_not_found")


async def test_places_that_grew_too_long_are_numbered_again_in_the_same_order(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.join_all("A", "B", "C")
    a, b, c = await channel.entries(queue)
    async with channel.greenroom.kernel.database.write() as session:
        place = a["place"] + "0" * 390 + "1"
        await session.execute(update(QueueEntry).where(QueueEntry.id == UUID(b["id"])).values(place=place))
    async with channel.client.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "queues")
        await channel.move(queue, c, after=a)
        assert (await socket.receive())["events"] == [{"type": "queue_reset", "queue_id": queue["id"]}]
    entries = await channel.entries(queue)
    assert [(entry["name"], len(entry["place"])) for entry in entries] == [("A", 11), ("C", 11), ("B", 11)]


@pytest.mark.both_databases
async def test_clearing_a_queue_keeps_only_playing_viewers_and_begins_a_new_session(
    channel: QueueChannel, clock: FrozenClock
) -> None:
    queue = await channel.make(rejoin="next_session")
    await channel.join_all("A", "B", "C")
    a, b, _ = await channel.entries(queue)
    for state in ("playing", "done"):
        await channel.set_state(queue, a, state)
    await channel.set_state(queue, b, "playing")
    assert await channel.chat("A") == "You had your turn in Races today."
    clock.advance(60)
    cleared = (await channel.press(queue, "clear")).json()
    assert (cleared["counts"], cleared["round"]) == ({**NO_COUNTS, "playing": 1}, 0)
    assert await channel.chat("A") == "You are number 1 in Races."


async def test_queue_that_is_opened_empty_begins_a_new_session(channel: QueueChannel, clock: FrozenClock) -> None:
    queue = await channel.make()
    await channel.join_all("A")
    clock.advance(60)
    await channel.switch(queue, is_open=False)
    assert (await channel.switch(queue, is_open=True))["session_started_at"] == BEGIN
    await channel.press(queue, "clear")
    await channel.switch(queue, is_open=False)
    clock.advance(60)
    assert (await channel.switch(queue, is_open=True))["session_started_at"] == "2030-01-02T03:06:05.678000Z"


async def test_texts_of_an_entry_are_edited_by_staff(channel: QueueChannel) -> None:
    queue = await channel.make(name_label="In-game name")
    await channel.chat("Juno", query="Bracken, no mic")
    juno = await channel.entry(queue, "Juno")
    assert (juno["game_name"], juno["note"]) == ("Bracken", "no mic")
    saved = (await channel.put(queue, f"entries/{juno['id']}/texts", game_name="Br#1", note="")).json()
    assert (saved["game_name"], saved["note"]) == ("Br#1", "")
    assert error_fields(await channel.put(queue, f"entries/{juno['id']}/texts", note="x" * 201)) == ["note"]


async def test_skipped_entry_that_is_put_back_counts_the_turns_since_then(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.chat("Juno")
    skipped = await channel.entry(queue, "Juno")
    await channel.set_state(queue, skipped, "skipped")
    await channel.chat("Juno")
    for state in ("playing", "done"):
        await channel.set_state(queue, await _waiting_or_playing(channel, queue), state)
    await channel.set_state(queue, skipped, "waiting")
    assert (await _waiting_or_playing(channel, queue))["played"] == 1


async def test_deleted_turn_is_no_longer_counted(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.chat("Juno")
    played = await channel.entry(queue, "Juno")
    for state in ("playing", "done"):
        await channel.set_state(queue, played, state)
    await channel.chat("Juno")
    await channel.client.ask("DELETE", f"{channel.queues_path}/{queue['id']}/entries/{played['id']}")
    assert (await _waiting_or_playing(channel, queue))["played"] == 0


@pytest.mark.both_databases
async def test_history_counts_the_turns_of_all_linked_accounts(channel: QueueChannel, clock: FrozenClock) -> None:
    queue = await channel.make()
    await channel.link(("twitch", "Juno"), ("youtube", "JunoTube"))
    for provider, name in (("twitch", "Juno"), ("youtube", "JunoTube")):
        await channel.chat(name, provider=provider)
        for state in ("playing", "done"):
            await channel.set_state(queue, await _waiting_or_playing(channel, queue), state)
        clock.advance(60)
    await channel.chat("Juno")
    assert (await _waiting_or_playing(channel, queue))["played"] == 2
    turns = await channel.client.get(f"{channel.queues_path}/{queue['id']}/viewers/twitch/id-Juno")
    assert (turns["played"], turns["no_shows"], turns["last_played_at"]) == (2, 0, "2030-01-02T03:05:05.678000Z")
    assert [(turn["name"], turn["state"]) for turn in turns["turns"]] == [
        ("Juno", "waiting"),
        ("JunoTube", "done"),
        ("Juno", "done"),
    ]


@pytest.mark.both_databases
async def test_history_of_an_invalid_viewer_id_is_refused(channel: QueueChannel) -> None:
    path = f"{channel.queues_path}/{(await channel.make())['id']}/viewers"
    assert error_fields(await channel.client.ask("GET", f"{path}/twitch/%00")) == ["provider_viewer_id"]
    assert error_fields(await channel.client.ask("GET", f"{path}/%00/7")) == ["provider"]


async def _waiting_or_playing(channel: QueueChannel, queue: Json) -> Json:
    return next(entry for entry in await channel.entries(queue) if entry["state"] in {"waiting", "playing"})


async def test_random_pick_calls_waiting_viewers(channel: QueueChannel) -> None:
    queue = await channel.make(pick="random")
    assert refusal(await channel.press(queue, "next")) == (409, "queue_empty")
    await channel.join_all(*"ABCDEFGH")
    called = (await channel.press(queue, "next", count=3)).json()
    assert len({entry["name"] for entry in called}) == 3
    assert len(await channel.waiting(queue)) == 5


async def test_mods_read_and_editors_manage_queues(greenroom: GreenroomServer, channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.join_all("A")
    mod = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    as_mod = QueueChannel(greenroom, mod, channel.channel_id)
    assert await as_mod.waiting(queue) == ["A"]
    assert refusal(await as_mod.press(queue, "next")) == (403, "forbidden")
    editor = await greenroom.staff("zofiekresli", channel.channel_id, Role.EDITOR)
    assert (await QueueChannel(greenroom, editor, channel.channel_id).press(queue, "next")).status_code == 200


async def test_channel_file_has_the_settings_of_queues_without_the_viewers(channel: QueueChannel) -> None:
    await channel.make("Races", max_size=30, subs_first=True)
    await channel.join_all("A")
    text = (await channel.client.ask("GET", f"{channel.path}/channel-file")).text
    assert "queues:\n- name: Races\n  max_size: 30\n  subs_first: true\n" in text


async def test_public_page_shows_names_and_the_visitors_own_place_but_no_notes(
    greenroom: GreenroomServer, channel: QueueChannel
) -> None:
    private, queue = await channel.make("Staff"), await channel.make("Races", is_public=True, name_label="Name")
    for name in ("Juno", "Kes", "Odalys"):
        await channel.chat(name, "$(queue.join races)", "Bracken, secret")
    await channel.press(queue, "next")
    anonymous, path = await greenroom.client(), f"{channel.path}/public-queues"
    listed = (await anonymous.get(path))["records"]
    assert [(one["name"], one["waiting"]) for one in listed] == [("Races", 2)]
    answer = await anonymous.ask("GET", f"{path}/{queue['id']}", params={"name": "@odalys"})
    assert [(one["name"], one["position"]) for one in answer.json()["records"]] == [
        ("Juno", None),
        ("Kes", 1),
        ("Odalys", 2),
    ]
    assert [(one["name"], one["position"]) for one in answer.json()["own"]] == [("Odalys", 2)]
    assert "Bracken" not in answer.text
    assert "secret" not in answer.text
    assert refusal(await anonymous.ask("GET", f"{path}/{private['id']}")) == (404, "queue_not_found")


async def test_page_without_public_queues_is_not_found(greenroom: GreenroomServer, channel: QueueChannel) -> None:
    await channel.make()
    anonymous = await greenroom.client()
    assert refusal(await anonymous.ask("GET", f"{channel.path}/public-queues")) == (404, "queue_not_found")
