"""The points that a command costs are charged once for each message, and refunded if the command fails."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from pydantic import ValidationError
from sqlalchemy import text

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.chat.protocol.actions import Receipt
from greenroom.features.commands.editing.chat_admin import InvalidChatEdit, parse_chat_edit
from greenroom.features.commands.responding.jobs import refund_unanswered
from greenroom.features.commands.rules import parse_message
from greenroom.features.commands.schemas import CommandIn
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.ledger import Movement, Reason, lock_points, post
from greenroom.features.points.ledger.linked_accounts import link_accounts
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.features.points.variables import variables as point_variables
from greenroom.kernel.ids import new_id
from greenroom.responses.variables import Variable
from support.command_pipeline import CommandPipeline
from support.frozen_clock import FrozenClock
from support.row_locks import until_transactions_wait

ON = PointSettings(enabled=True)
NO_COOLDOWNS: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}


async def set_up_points(pipeline: CommandPipeline, balance: int, settings: PointSettings = ON) -> None:
    async with pipeline.kernel.database.write() as session:
        await save_settings(session, pipeline.channel_id, settings)
        if balance:
            movement = Movement(("drill", "7"), balance, Reason.WATCHED)
            await post(session, pipeline.channel_id, [movement], pipeline.kernel.clock())


async def balance(pipeline: CommandPipeline, viewer: str = "7") -> int:
    async with pipeline.kernel.database.read() as session:
        return await balance_of(session, pipeline.channel_id, ("drill", viewer))


async def last_note(pipeline: CommandPipeline) -> str:
    async with pipeline.kernel.database.read() as session:
        return await session.scalar(text("SELECT note FROM point_entries ORDER BY id DESC LIMIT 1")) or ""


def add_variables(pipeline: CommandPipeline) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("broken")

    broken = Variable("broken", "Test", "Fails", "$(broken)", "-", fail)
    for variable in (*point_variables(pipeline.kernel), broken):
        pipeline.registry.add(variable)


@pytest.mark.both_databases
async def test_caller_pays_before_the_response(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 120)
    await command_pipeline.make(cost=50, **NO_COOLDOWNS)
    assert await command_pipeline.ask("!hello") == "Hello"
    assert await balance(command_pipeline) == 70
    assert await command_pipeline.ask("!hello") == "Hello"
    assert await command_pipeline.ask("!hello") == "costs 50 points, has 20"
    assert await balance(command_pipeline) == 20


async def test_refusal_of_a_caller_who_cannot_pay_names_the_points(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 0, replace(ON, name_singular="leaf", name_plural="leaves"))
    await command_pipeline.make(cost=1_000, **NO_COOLDOWNS)
    assert await command_pipeline.ask("!hello") == "costs 1,000 leaves, has 0"


async def test_cooldown_is_not_started_by_a_caller_who_cannot_pay(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 50)
    await command_pipeline.make(cost=50, global_cooldown=30, chatter_cooldown=60)
    assert await command_pipeline.ask("!hello", by="8") == "costs 50 points, has 0"
    assert await command_pipeline.ask("!hello") == "Hello"
    assert await command_pipeline.ask("!hello") == "global cooldown, 30 s left"
    assert await balance(command_pipeline) == 0


async def test_call_during_a_cooldown_costs_nothing(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 100)
    await command_pipeline.make(cost=10, global_cooldown=30)
    await command_pipeline.ask("!hello")
    await command_pipeline.ask("!hello")
    assert await balance(command_pipeline) == 90


async def test_owner_pays_nothing_and_no_one_pays_while_points_are_off(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 0)
    await command_pipeline.make(cost=50, **NO_COOLDOWNS)
    assert await command_pipeline.ask("!hello", level="broadcaster") == "Hello"
    assert await command_pipeline.ask("!hello", level="moderator") == "costs 50 points, has 0"
    await set_up_points(command_pipeline, 0, replace(ON, enabled=False))
    assert await command_pipeline.ask("!hello") == "Hello"


@pytest.mark.both_databases
async def test_linked_accounts_pay_together(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 60)
    async with command_pipeline.kernel.database.write() as session:
        now = command_pipeline.kernel.clock()
        await link_accounts(session, command_pipeline.channel_id, [("drill", "7"), ("drill", "8")], new_id(), now)
    await command_pipeline.make(cost=50, **NO_COOLDOWNS)
    assert await command_pipeline.ask("!hello", by="8") == "Hello"
    assert await balance(command_pipeline) == 10


@pytest.mark.both_databases
async def test_repeated_message_is_charged_once(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 500)
    await command_pipeline.make(cost=50, **NO_COOLDOWNS)
    message = command_pipeline.chat_message("!hello", message_id="m")
    await command_pipeline.process(message, message)
    await command_pipeline.process(message)
    assert await balance(command_pipeline) == 450
    assert command_pipeline.responses == ["Hello"]


@pytest.mark.on_postgres
async def test_batch_with_paid_commands_waits_for_the_lock_of_points_without_locking_commands(
    command_pipeline: CommandPipeline,
) -> None:
    await set_up_points(command_pipeline, 100)
    await command_pipeline.make(cost=30, **NO_COOLDOWNS)
    database, channel_id = command_pipeline.kernel.database, command_pipeline.channel_id
    async with database.write() as session:
        await lock_points(session, channel_id)
        processing = asyncio.create_task(command_pipeline.process(command_pipeline.chat_message("!hello")))
        await until_transactions_wait(database)
        await session.execute(text("SELECT id FROM commands FOR UPDATE NOWAIT"))
    await processing
    assert await balance(command_pipeline) == 70


@pytest.mark.both_databases
async def test_burst_of_calls_never_overdraws(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 100)
    await command_pipeline.make(cost=30, **NO_COOLDOWNS)
    calls = [command_pipeline.chat_message("!hello", message_id=f"m{number}") for number in range(10)]
    await command_pipeline.process(*calls)
    assert (await balance(command_pipeline), len(command_pipeline.responses)) == (10, 3)


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Receipt("dropped", "too similar"), "Drill dropped it: too similar; refunded 50 points"),
        (
            PlatformUnavailable("Drill is down"),
            "Drill is down. It may already have been sent — check before retrying; refunded 50 points",
        ),
    ],
)
async def test_command_whose_response_the_platform_drops_or_does_not_confirm_is_refunded(
    command_pipeline: CommandPipeline, outcome: Receipt | Exception, reason: str
) -> None:
    await set_up_points(command_pipeline, 60)
    await command_pipeline.make(cost=50, **NO_COOLDOWNS)
    command_pipeline.platform.outcomes.append(outcome)
    await command_pipeline.ask("!hello")
    assert await command_pipeline.verdicts() == [("failed", reason)]
    assert await balance(command_pipeline) == 60
    assert await last_note(command_pipeline) == f"!hello: {reason.removesuffix('; refunded 50 points')}"


@pytest.mark.parametrize(
    ("response", "verdict", "reason"),
    [
        ("$(1)", "skipped", "Empty response; $(1): No argument 1; refunded 50 points"),
        ("$(broken)", "skipped", "Empty response; $(broken): Internal error, see the server log; refunded 50 points"),
        (
            "Hi $(points.give nobody 5)",
            "answered",
            "$(points.give): I don't know a viewer with that name; refunded 50 points",
        ),
        (
            "$(command !other)",
            "answered",
            "$(command): You can't give points to yourself; refunded 50 points",
        ),
    ],
)
async def test_command_that_fails_is_refunded(
    command_pipeline: CommandPipeline, response: str, verdict: str, reason: str
) -> None:
    add_variables(command_pipeline)
    await set_up_points(command_pipeline, 60)
    await command_pipeline.make("!other", "$(points.give viewer7 5)", **NO_COOLDOWNS)
    await command_pipeline.make("!hello", response, cost=50, **NO_COOLDOWNS)
    await command_pipeline.ask("!hello")
    assert await command_pipeline.verdicts() == [(verdict, reason)]
    assert await balance(command_pipeline) == 60


@pytest.mark.parametrize("response", ["$(points.give viewer8 5)", "$(command !other)"])
async def test_command_whose_action_succeeded_is_not_refunded_if_the_response_is_dropped(
    command_pipeline: CommandPipeline, response: str
) -> None:
    add_variables(command_pipeline)
    await set_up_points(command_pipeline, 60)
    await command_pipeline.ask("hi", by="8")
    await command_pipeline.make("!other", "$(points.give viewer8 5)", **NO_COOLDOWNS)
    await command_pipeline.make("!hello", response, cost=50, **NO_COOLDOWNS)
    command_pipeline.platform.outcomes.append(Receipt("dropped", "too similar"))
    await command_pipeline.ask("!hello")
    assert await command_pipeline.verdicts() == [("failed", "Drill dropped it: too similar")]
    assert (await balance(command_pipeline), await balance(command_pipeline, "8")) == (5, 5)


async def test_missing_argument_is_no_failure_if_the_response_has_other_text(command_pipeline: CommandPipeline) -> None:
    await set_up_points(command_pipeline, 60)
    await command_pipeline.make("!hello", "Hello $(1)", cost=50, **NO_COOLDOWNS)
    assert await command_pipeline.ask("!hello") == "Hello"
    assert await balance(command_pipeline) == 10


@pytest.mark.both_databases
async def test_charge_that_a_process_made_before_it_ended_is_refunded_once(
    command_pipeline: CommandPipeline, clock: FrozenClock
) -> None:
    """A process that is killed after the charge leaves a use of the command without a result."""
    await set_up_points(command_pipeline, 60)
    await command_pipeline.make(cost=50, **NO_COOLDOWNS)
    answered = asyncio.Event()
    command_pipeline.platform.outcomes.append(answered)
    await command_pipeline.pipeline.process(command_pipeline.chat_message("!hello", message_id="m"))
    await command_pipeline.platform.was_called.wait()
    assert (await balance(command_pipeline), await command_pipeline.verdicts()) == (10, [("asked", "")])
    await refund_unanswered(command_pipeline.kernel)
    assert await balance(command_pipeline) == 10
    clock.advance(601)
    await refund_unanswered(command_pipeline.kernel)
    await refund_unanswered(command_pipeline.kernel)
    assert await balance(command_pipeline) == 60
    assert await command_pipeline.verdicts() == [("failed", "interrupted by a restart; refunded")]
    answered.set()


async def test_refund_is_not_repeated_if_the_process_ends_before_it_stores_the_result(
    command_pipeline: CommandPipeline, clock: FrozenClock
) -> None:
    await set_up_points(command_pipeline, 60)
    await command_pipeline.make("!hello", "$(1)", cost=50, **NO_COOLDOWNS)
    await command_pipeline.ask("!hello")
    async with command_pipeline.kernel.database.write() as session:
        connection = await session.connection()
        await connection.exec_driver_sql("UPDATE command_uses SET verdict = 'asked'")
    clock.advance(601)
    await refund_unanswered(command_pipeline.kernel)
    assert await balance(command_pipeline) == 60


@pytest.mark.parametrize("cost", [-1, 1.5, 1_000_000_001, 10**30, "٥", "many", None])
def test_bad_costs_are_refused_and_named(cost: object) -> None:
    fields = {"cmds": ["!a"], "responses": [{"text": "b"}], "cost": cost}
    with pytest.raises(ValidationError) as refused:
        CommandIn.model_validate(fields)
    assert [error["loc"] for error in refused.value.errors()] == [("cost",)]


@pytest.mark.parametrize("cost", ["-1", "1.5", "٥", "1000000001", "9" * 30, ""])
def test_bad_costs_from_chat_are_refused(cost: str) -> None:
    with pytest.raises(InvalidChatEdit, match="cost must be"):
        parse_chat_edit(parse_message(f"!cmd edit !a -cost={cost} text", is_reply=False))
