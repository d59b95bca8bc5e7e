"""Viewers join queues, leave them and ask for their position in chat."""

import pytest

from greenroom.features.points.ledger.rules import MAX_BALANCE
from support.frozen_clock import FrozenClock
from support.queues import QueueChannel


@pytest.mark.rows("P6")
@pytest.mark.both_databases
async def test_viewers_of_all_platforms_wait_in_one_order(channel: QueueChannel) -> None:
    queue = await channel.make()
    answers = [
        await channel.chat(name, provider=provider)
        for name, provider in (("Juno", "twitch"), ("Kes", "youtube"), ("Odalys", "kick"), ("Lena", "tiktok"))
    ]
    assert answers == [f"You are number {number} in Races." for number in (1, 2, 3, 4)]
    assert await channel.chat("Kes", "$(queue.position)", provider="youtube") == "You are number 2 in Races."
    assert await channel.chat("Juno", "$(queue.leave)") == "You left Races."
    assert await channel.chat("Juno", "$(queue.leave)") == "You are not in a queue."
    assert await channel.chat("Juno", "$(queue.position)") == "You are not in a queue."
    assert await channel.chat("Juno", "$(queue.position Races)") == "You are not in Races."
    assert await channel.chat("Juno", "$(queue.list)") == "Races: 1. Kes, 2. Odalys, 3. Lena"
    assert await channel.waiting(queue) == ["Kes", "Odalys", "Lena"]


async def test_refusal_to_join_names_the_reason(channel: QueueChannel) -> None:
    assert await channel.chat("Juno") == "This channel has no queue."
    queue = await channel.make(max_size=1, name_label="in-game name", is_name_required=True)
    assert await channel.chat("Juno") == "Add your in-game name after the command to join Races."
    assert await channel.chat("Juno", query="Bracken") == "You are number 1 in Races."
    assert await channel.chat("Juno") == "You are already number 1 in Races."
    assert await channel.chat("Kes", query="Kestrel") == "Races is full (1 are waiting)."
    await channel.switch(queue, is_open=False)
    assert await channel.chat("Kes", query="Kestrel") == "Races is closed."
    assert await channel.chat("Kes", "$(queue.join chess)") == "There is no queue named chess."
    assert await channel.chat("Kes", "$(queue.list)") == "Races: 1. Juno"


async def test_refusal_is_a_failed_command_and_a_fallback_replaces_it(channel: QueueChannel) -> None:
    queue = await channel.make(is_open=False)
    assert (await channel.render("Juno")).is_refused
    assert await channel.chat("Juno", "$(queue.join|Not now)") == "Not now"
    await channel.switch(queue, is_open=True)
    assert not (await channel.render("Juno")).is_refused
    assert (await channel.render("Juno")).is_refused


async def test_the_queue_is_named_by_the_command_or_by_the_viewer(channel: QueueChannel) -> None:
    races, duels = await channel.make("Races"), await channel.make("Duels of two")
    assert await channel.chat("Juno") == "Several queues are open: Races, Duels of two. Add the name of one."
    assert await channel.chat("Juno", query="duels hello") == "You are number 1 in Duels of two."
    assert await channel.chat("Juno", '$(queue.join "Duels of two")') == "You are already number 1 in Duels of two."
    assert await channel.chat("Juno", "$(queue.join races)", "hello there") == "You are number 1 in Races."
    assert (await channel.entry(races, "Juno"))["note"] == "hello there"
    places = "You are number 1 in Races. You are number 1 in Duels of two."
    assert await channel.chat("Juno", "$(queue.position)") == places
    left = "You are in several queues: Races, Duels of two. Add the name of one."
    assert await channel.chat("Juno", "$(queue.leave)") == left
    assert await channel.chat("Juno", "$(queue.leave)", "duels") == "You left Duels of two."
    assert await channel.chat("Juno", "$(queue.list duels)") == "Nobody is waiting in Duels of two."
    assert await channel.waiting(duels) == []


@pytest.mark.both_databases
async def test_subscribers_wait_ahead_of_others_in_the_order_of_joining(channel: QueueChannel) -> None:
    queue = await channel.make(subs_first=True)
    await channel.join_all("A", "B")
    for name in ("Sub", "Sub2"):
        await channel.chat(name, is_subscriber=True)
    assert await channel.chat("C") == "You are number 5 in Races."
    assert await channel.waiting(queue) == ["Sub", "Sub2", "A", "B", "C"]
    # Subscribers wait behind a viewer whom staff moved to the front.
    await channel.move(queue, await channel.entry(queue, "C"), after=None)
    await channel.chat("Sub3", is_subscriber=True)
    assert await channel.waiting(queue) == ["C", "Sub", "Sub2", "Sub3", "A", "B"]


@pytest.mark.both_databases
async def test_linked_accounts_wait_once(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.link(("twitch", "Juno"), ("youtube", "JunoTube"), ("kick", "juno_k"))
    await channel.chat("Juno")
    assert await channel.chat("JunoTube", provider="youtube") == "You are already number 1 in Races."
    assert await channel.chat("juno_k", "$(queue.leave)", provider="kick") == "You left Races."
    assert await channel.waiting(queue) == []


async def test_accounts_linked_while_both_wait_are_called_once(channel: QueueChannel) -> None:
    queue = await channel.make(group_size=2)
    await channel.join_all("Juno", "Juno2", "Kes")
    await channel.link(("twitch", "Juno"), ("twitch", "Juno2"))
    called = (await channel.press(queue, "next")).json()
    assert [entry["name"] for entry in called] == ["Juno", "Kes"]


async def test_viewer_waits_to_rejoin_after_a_no_show_not_a_skip(channel: QueueChannel, clock: FrozenClock) -> None:
    queue = await channel.make(rejoin="after_minutes", rejoin_minutes=30)
    for name, state in (("Juno", "no_show"), ("Kes", "skipped")):
        await channel.chat(name)
        await channel.set_state(queue, await channel.entry(queue, name), state)
    clock.advance(61)
    assert await channel.chat("Juno") == "You can join Races again in 29 minutes."
    assert await channel.chat("Kes") == "You are number 1 in Races."
    clock.advance(30 * 60)
    assert await channel.chat("Juno") == "You are number 2 in Races."


async def test_called_viewer_answers_the_call_by_joining_again(channel: QueueChannel) -> None:
    queue = await channel.make()
    await channel.join_all("Juno")
    await channel.press(queue, "next")
    assert await channel.chat("Juno", "$(queue.position)") == "It is your turn in Races."
    assert (await channel.entry(queue, "Juno"))["answered_at"] is None
    assert await channel.chat("Juno") == "See you in Races."
    assert (await channel.entry(queue, "Juno"))["answered_at"] == "2030-01-02T03:04:05.678000Z"


async def test_waiting_viewer_corrects_the_in_game_name_by_joining_again(channel: QueueChannel) -> None:
    queue = await channel.make(name_label="In-game name")
    await channel.chat("Juno", query="Brakcen, no mic")
    assert await channel.chat("Juno", query="Bracken") == "You are number 1 in Races. Your entry was updated."
    juno = await channel.entry(queue, "Juno")
    assert (juno["game_name"], juno["note"]) == ("Bracken", "no mic")


@pytest.mark.both_databases
async def test_points_for_joining_come_back_on_leaving_but_not_after_a_no_show(channel: QueueChannel) -> None:
    queue = await channel.make(cost=60)
    await channel.give_points("Juno", 100)

    assert await channel.chat("Kes") == "Joining Races costs 60 points, and you have 0."
    await channel.join_all("Juno")
    assert await channel.balance("Juno") == 40
    assert await channel.chat("Juno", "$(queue.leave)") == "You left Races."
    assert await channel.balance("Juno") == 100
    await channel.join_all("Juno")
    await channel.set_state(queue, await channel.entry(queue, "Juno"), "no_show")
    assert await channel.balance("Juno") == 40
    await channel.delete_queue(queue)
    assert await channel.balance("Juno") == 40


async def test_skipped_viewer_gets_the_points_back_once(channel: QueueChannel) -> None:
    queue = await channel.make(cost=60)
    await channel.give_points("Juno", 100)
    await channel.join_all("Juno")
    await channel.set_state(queue, await channel.entry(queue, "Juno"), "skipped")
    assert await channel.balance("Juno") == 100
    await channel.delete_queue(queue)
    assert await channel.balance("Juno") == 100


async def test_paid_and_refunded_places_are_published_as_changes_of_points(channel: QueueChannel) -> None:
    await channel.make(cost=60)
    await channel.give_points("Juno", 100)
    async with channel.client.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "points")
        for text in ("$(queue.join)", "$(queue.leave)"):
            await channel.chat("Juno", text)
            assert (await socket.receive())["events"] == [{"type": "points_changed"}]


async def test_viewer_with_the_highest_balance_does_not_block_refunds(channel: QueueChannel) -> None:
    queue = await channel.make(cost=60)
    for name in ("Juno", "Kes"):
        await channel.give_points(name, 100)
        await channel.join_all(name)
    await channel.give_points("Juno", MAX_BALANCE - 40)
    assert await channel.chat("Juno", "$(queue.leave)") == "You left Races."
    await channel.delete_queue(queue)
    assert (await channel.balance("Juno"), await channel.balance("Kes")) == (MAX_BALANCE, 100)


async def test_paid_places_are_refunded_when_the_queue_is_cleared_or_deleted(channel: QueueChannel) -> None:
    queue = await channel.make("Races", cost=60)
    await channel.give_points("Juno", 100)
    await channel.join_all("Juno")
    await channel.press(queue, "clear")
    assert await channel.balance("Juno") == 100
    await channel.join_all("Juno")
    assert await channel.balance("Juno") == 40
    await channel.delete_queue(queue)
    assert await channel.balance("Juno") == 100
    assert await channel.refund_notes() == ["Races: queue cleared", "Races: queue deleted"]
