"""The sender: order, limits and failures of actions; a slow connection does not delay others."""

import asyncio
from collections.abc import AsyncGenerator
from uuid import uuid4

import pytest
from structlog.testing import capture_logs

from greenroom.accounts.channel_providers.service import ProviderNotFound
from greenroom.accounts.platforms import Gone, PlatformBusy, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.actions import (
    BanViewer,
    DeleteMessage,
    LookUpViewer,
    Receipt,
    SendMessage,
    UnbanViewer,
    WarnViewer,
    dropped,
)
from greenroom.chat.sending.acting_as import NotConfirmed
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.chat.sending.retry_policy import RetryPolicy
from greenroom.chat.sending.sender import (
    MAX_CONCURRENT,
    MAX_QUEUED_MESSAGES,
    MAX_QUEUED_MODERATION,
    Interrupted,
    ServerStopped,
    TooLate,
    TooMuchWaiting,
)
from greenroom.kernel.errors import AppError
from support.rehearsal_process import ConnectionHost
from support.sender import QUICK, SenderRun, open_sender_run


@pytest.fixture
async def sender_run(connection_host: ConnectionHost) -> AsyncGenerator[SenderRun]:
    async with open_sender_run(connection_host, QUICK) as sender_run:
        yield sender_run


async def test_messages_arrive_in_order_even_if_the_first_is_slow(sender_run: SenderRun) -> None:
    held = asyncio.Event()
    sender_run.platform.scripted_results = [held]
    sending = [sender_run.start_sending(f"{number}") for number in range(5)]
    await sender_run.platform.wait_for_actions(1)
    sender_run.sender.post(DeferredAction(sender_run.connected.id, SendMessage("5")))
    assert sender_run.platform.sent_texts == ["0"]
    held.set()
    await asyncio.gather(*sending)
    await sender_run.wait_until_idle()
    assert sender_run.platform.sent_texts == ["0", "1", "2", "3", "4", "5"]


async def test_slow_connection_does_not_delay_others(connection_host: ConnectionHost, sender_run: SenderRun) -> None:
    other = await connection_host.connect("hanamori")
    held = asyncio.Event()
    sender_run.platform.scripted_results = [held]
    slow = sender_run.start_sending("slow")
    await sender_run.platform.wait_for_actions(1)
    assert (await sender_run.start_sending("quick", other.id)).outcome == "done"
    assert not slow.done()
    held.set()
    await slow


async def test_bans_and_lookups_do_not_wait_for_queued_messages(sender_run: SenderRun) -> None:
    held = asyncio.Event()
    sender_run.platform.scripted_results = [held]
    sending = [sender_run.start_sending(f"{number}") for number in range(10)]
    await sender_run.platform.wait_for_actions(1)
    sender_run.post(DeleteMessage("m1"))
    assert (await sender_run.dispatch(BanViewer("7"))).outcome == "done"
    assert (await sender_run.dispatch(LookUpViewer("7"))).outcome == "done"
    await sender_run.platform.wait_for_actions(4)
    assert sender_run.platform.sent_texts == ["0"]
    held.set()
    await asyncio.gather(*sending)


async def test_unban_during_a_pending_ban_takes_effect_after_it(sender_run: SenderRun) -> None:
    held = asyncio.Event()
    sender_run.platform.scripted_results = [held]
    ban = sender_run.post(BanViewer("7"))
    await sender_run.platform.wait_for_actions(1)
    unban = asyncio.create_task(sender_run.dispatch(UnbanViewer("7")))
    assert (await sender_run.dispatch(UnbanViewer("8"))).outcome == "done"
    assert sender_run.platform.performed == [BanViewer("7"), UnbanViewer("8")]
    held.set()
    assert (await unban).outcome == "done"
    assert sender_run.platform.performed[-1] == UnbanViewer("7")
    assert sender_run.results[ban][0] == "done"


async def test_waiting_unban_is_performed_when_the_sender_stops(sender_run: SenderRun) -> None:
    never = asyncio.Event()
    sender_run.platform.scripted_results = [never]
    sender_run.post(BanViewer("7"))
    await sender_run.platform.wait_for_actions(1)
    unban = asyncio.create_task(sender_run.dispatch(UnbanViewer("7")))
    await asyncio.sleep(0)
    await sender_run.sender.stop()
    assert (await unban).outcome == "done"


@pytest.mark.parametrize("ignores_cancellation", [False, True])
async def test_ban_without_a_response_fails_in_time(sender_run: SenderRun, ignores_cancellation: bool) -> None:
    never = asyncio.Event()
    sender_run.platform.scripted_results, sender_run.platform.ignores_cancellation = [never], ignores_cancellation
    with pytest.raises(NotConfirmed, match="Twitch didn't respond"):
        async with asyncio.timeout(QUICK.answer_seconds + 2):
            await sender_run.dispatch(BanViewer("7"))
    assert (await sender_run.dispatch(BanViewer("8"))).outcome == "done"
    never.set()
    assert RetryPolicy().answer_within(BanViewer("7")) <= 15


async def test_receipts_and_failures_are_returned_to_the_caller(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [dropped("no"), RateLimited(4), Gone("no"), PlatformUnavailable("no answer")]
    assert (await sender_run.start_sending("0")).outcome == "dropped"
    for failure in ("platform_busy", "gone", "not_confirmed"):
        with pytest.raises(AppError) as error:
            await sender_run.start_sending("x")
        assert error.value.type == failure
    with pytest.raises(ProviderNotFound):
        await sender_run.start_sending("x", uuid4())


async def test_deferred_action_waits_for_the_rate_limit_and_a_users_action_overtakes_it(
    connection_host: ConnectionHost,
) -> None:
    async with open_sender_run(connection_host, RetryPolicy(first_wait_seconds=0.5)) as sender_run:
        sender_run.platform.scripted_results = [RateLimited(0.1)]
        entry_id = sender_run.post(SendMessage("bot"))
        sender_run.sender.post(DeferredAction(sender_run.connected.id, SendMessage("bot again")))
        await sender_run.platform.wait_for_actions(1)
        await sender_run.start_sending("person")
        await sender_run.wait_until_idle()
        assert sender_run.platform.sent_texts == ["bot", "person", "bot", "bot again"]
        assert sender_run.results == {entry_id: ("done", "")}


async def test_deferred_action_fails_if_the_platforms_wait_exceeds_its_time_limit(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [RateLimited(31), RateLimited(301)]
    message = sender_run.post(SendMessage("bot"))
    # A message is stored before it is sent, so a deletion posted at the same time would overtake the message.
    await sender_run.platform.wait_for_actions(1)
    deletion = sender_run.post(DeleteMessage("m1"))
    await sender_run.wait_until_idle()
    assert len(sender_run.platform.performed) == 2
    assert {sender_run.results[message][0], sender_run.results[deletion][0]} == {"failed"}
    assert all(
        "Twitch is rate-limiting this server" in sender_run.results[entry_id][1] for entry_id in (message, deletion)
    )


async def test_only_idempotent_actions_are_retried_after_a_missing_response(sender_run: SenderRun) -> None:
    for action, tries, outcome in (
        (DeleteMessage("m1"), 3, "done"),
        (BanViewer("7"), 3, "done"),
        (SendMessage("once"), 1, "failed"),
        (WarnViewer("7", "once"), 1, "failed"),
    ):
        sender_run.platform.performed.clear()
        sender_run.platform.scripted_results = [PlatformUnavailable("no answer")] * 2
        entry_id = sender_run.post(action)
        await sender_run.wait_until_idle()
        assert (len(sender_run.platform.performed), sender_run.results[entry_id][0]) == (tries, outcome)


async def test_action_without_a_response_is_logged_as_failed_after_its_last_try(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [PlatformUnavailable("no answer")] * 100
    entry_id = sender_run.post(DeleteMessage("m1"))
    await sender_run.wait_until_idle()
    assert (len(sender_run.platform.performed), sender_run.results[entry_id][0]) == (QUICK.max_tries, "failed")
    assert "didn't respond" in sender_run.results[entry_id][1]


async def test_deferred_action_that_is_withdrawn_while_it_waits_is_not_retried(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [RateLimited(0.1)]
    entry_id = sender_run.post(BanViewer("7"))
    await sender_run.platform.wait_for_actions(1)
    sender_run.withdrawn.add(entry_id)
    await sender_run.wait_until_idle()
    assert (sender_run.platform.performed, sender_run.outcomes) == ([BanViewer("7")], {})


async def test_outcome_of_a_failed_deferred_action_has_the_type_of_its_failure(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [PlatformUnavailable("no answer")] * 100
    unanswered = sender_run.post(BanViewer("7"))
    await sender_run.wait_until_idle()
    sender_run.platform.scripted_results = [asyncio.Event()]
    under_way, waiting = sender_run.post(DeleteMessage("m1")), sender_run.post(DeleteMessage("m1"))
    await sender_run.platform.wait_for_actions(QUICK.max_tries + 1)
    await sender_run.sender.stop()
    kinds = {entry_id: type(outcome) for entry_id, outcome in sender_run.outcomes.items()}
    assert kinds == {unanswered: NotConfirmed, under_way: Interrupted, waiting: ServerStopped}


async def test_refused_action_is_logged_as_failed_with_the_platforms_message(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [Receipt("refused", "Twitch says: not a moderator")]
    entry_id = sender_run.post(BanViewer("7"))
    await sender_run.wait_until_idle()
    assert sender_run.results == {entry_id: ("failed", "Twitch says: not a moderator")}


async def test_bugs_of_an_adapter_and_an_unavailable_log_do_not_stop_the_queue(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [KeyError("a bug"), RecursionError("another"), asyncio.CancelledError()]
    with pytest.raises(AppError) as error:
        await sender_run.start_sending("0")
    assert error.value.type == "internal"
    sender_run.is_log_unavailable = True
    sender_run.post(SendMessage("1"))
    sender_run.post(SendMessage("2"))
    assert (await sender_run.start_sending("3")).outcome == "done"
    assert sender_run.platform.sent_texts == ["0", "1", "2", "3"]


async def test_messages_beyond_the_queue_limit_are_refused_at_once(sender_run: SenderRun) -> None:
    held = asyncio.Event()
    sender_run.platform.scripted_results = [held]
    sending = [sender_run.start_sending(f"{number}") for number in range(MAX_QUEUED_MESSAGES)]
    await sender_run.platform.wait_for_actions(1)
    with pytest.raises(TooMuchWaiting):
        await sender_run.start_sending("one too many")
    held.set()
    await asyncio.gather(*sending)


async def test_deferred_action_beyond_the_queue_limit_is_logged_as_failed(sender_run: SenderRun) -> None:
    # Filters may ban more viewers than a platform accepts; each ban that was not sent is logged.
    held = asyncio.Event()
    sender_run.platform.scripted_results = [held]
    with capture_logs() as logs:
        entries = [sender_run.post(BanViewer("7", 60)) for _ in range(MAX_QUEUED_MODERATION + 1)]
        await asyncio.sleep(0)
        assert sender_run.results == {entries[-1]: ("failed", TooMuchWaiting().message)}
    assert [entry["event"] for entry in logs] == ["send_queue_full"]
    held.set()
    await sender_run.wait_until_idle()
    assert {outcome for outcome, _ in list(sender_run.results.values())[1:]} == {"done"}
    assert len(sender_run.results) == len(entries)


async def test_actions_beyond_the_limit_are_logged_in_turn_and_messages_refused_at_once(sender_run: SenderRun) -> None:
    # Each log entry is a transaction; thousands at once would delay all other writers.
    held, may_store_outcomes = asyncio.Event(), asyncio.Event()
    sender_run.platform.scripted_results, sender_run.may_store_outcomes = [held, held], may_store_outcomes
    entries = [sender_run.post(BanViewer("7", 60)) for _ in range(MAX_QUEUED_MODERATION + 5)]
    messages = [sender_run.start_sending(f"{number}") for number in range(MAX_QUEUED_MESSAGES + 1)]
    with pytest.raises(TooMuchWaiting):
        await messages.pop()
    assert sender_run.waiting_outcomes == 1
    held.set()
    may_store_outcomes.set()
    await asyncio.gather(*messages)
    await sender_run.wait_until_idle()
    assert sender_run.results.keys() == set(entries)


async def test_action_of_a_user_beyond_the_limit_of_simultaneous_actions_is_refused(sender_run: SenderRun) -> None:
    held = asyncio.Event()
    sender_run.platform.scripted_results = [held] * MAX_CONCURRENT
    bans = [asyncio.create_task(sender_run.dispatch(BanViewer(f"{number}"))) for number in range(MAX_CONCURRENT)]
    await asyncio.sleep(0)
    with pytest.raises(TooMuchWaiting):
        await sender_run.dispatch(BanViewer("x"))
    held.set()
    await asyncio.gather(*bans)
    assert (await sender_run.dispatch(BanViewer("x"))).outcome == "done"


async def test_messages_that_waited_too_long_are_not_sent(connection_host: ConnectionHost) -> None:
    async with open_sender_run(
        connection_host, RetryPolicy(answer_seconds=5, messages_useful_seconds=0.05)
    ) as sender_run:
        held = asyncio.Event()
        sender_run.platform.scripted_results = [held]
        first, second = sender_run.start_sending("0"), sender_run.start_sending("1")
        await sender_run.platform.wait_for_actions(1)
        await asyncio.sleep(0.06)
        held.set()
        assert (await first).outcome == "done"
        with pytest.raises(TooLate):
            await second
        assert sender_run.platform.sent_texts == ["0"]


async def test_stop_fails_waiting_actions_with_a_reason(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [asyncio.Event()]
    sending = [sender_run.start_sending("0"), sender_run.start_sending("1")]
    await sender_run.platform.wait_for_actions(1)
    entry_id = sender_run.post(SendMessage("2"))
    with capture_logs() as logs:
        await sender_run.sender.stop()
    assert [one["count"] for one in logs if one["event"] == "sender_stopped_with_actions_left"] == [3]
    with pytest.raises(Interrupted):
        await sending[0]
    with pytest.raises(ServerStopped):
        await sending[1]
    assert sender_run.results[entry_id][0] == "failed"
    with pytest.raises(ServerStopped):
        await sender_run.start_sending("3")
    assert sender_run.platform.sent_texts == ["0"]


async def test_idle_connections_leave_no_tasks(sender_run: SenderRun) -> None:
    before = len(asyncio.all_tasks())
    for number in range(50):
        sender_run.sender.post(DeferredAction(uuid4(), DeleteMessage(f"{number}")))
    await sender_run.start_sending("0")
    await sender_run.wait_until_idle()
    await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) == before


async def test_rate_limited_action_raises_platform_busy_with_the_wait(sender_run: SenderRun) -> None:
    sender_run.platform.scripted_results = [RateLimited(12.3)]
    with pytest.raises(PlatformBusy) as error:
        await sender_run.dispatch(BanViewer("7"))
    assert error.value.after_seconds == 12.3
