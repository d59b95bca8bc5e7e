"""An explanation runs commands without effect, and holds no transaction while their variables fetch."""

import asyncio

import msgspec

from greenroom.chat.messages.line import LineRef
from greenroom.chat.pipeline.explain import Explainers
from greenroom.features.messages.service import explain_line
from greenroom.responses.variables import Arguments, Variable, VariableContext
from support.command_pipeline import CommandPipeline


async def test_dry_run_holds_no_transaction_during_requests(command_pipeline: CommandPipeline) -> None:
    database, pool_statuses = command_pipeline.kernel.database, list[str]()

    async def fetch(_: VariableContext, __: Arguments) -> str:
        await asyncio.sleep(0)
        pool_statuses.extend(engine.pool.status() for engine in database.engines)
        return "found"

    command_pipeline.registry.add(Variable("outside", "x", "x", "x", "x", fetch, cost="web"))
    await command_pipeline.make("!look", "$(outside)", enabled=False)
    assert await command_pipeline.ask("!look", message_id="m") == "disabled"
    ref = LineRef(command_pipeline.pipeline.connection_id, "m")
    explanation = await explain_line(
        database,
        command_pipeline.channel_id,
        ref,
        Explainers(command_pipeline.commands.explainers),
        command_pipeline.pipeline.now(),
    )
    (record,) = msgspec.json.decode(explanation.records)
    assert record["reason"] == "disabled; would have responded “found”"
    assert {status.rpartition(" ")[2] for status in pool_statuses} == {"0"}
