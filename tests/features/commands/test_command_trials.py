"""What would have been answered, for somebody who asks "Why?"."""

import asyncio

import msgspec

from asking_desk import AskingDesk
from greenroom.chat.messages.line import LineRef
from greenroom.features.messages.service import explain_line
from greenroom.responses.variables import Arguments, Variable, VariableContext, VariableRegistry


async def test_database_has_no_part_in_a_trial_that_asks_outside(asking: AskingDesk) -> None:
    database, in_use = asking.kernel.database, list[str]()

    async def look(_: VariableContext, __: Arguments) -> str:
        await asyncio.sleep(0)
        in_use.extend(engine.pool.status() for engine in database.engines)
        return "found"

    asking.commands.speak_with(VariableRegistry([Variable("outside", "x", "x", "x", "x", look, cost="web")]))
    await asking.make("!look", "$(outside)", enabled=False)
    assert await asking.ask("!look", message_id="m") == "off"
    ref = LineRef(asking.desk.connection_id, "m")
    why = await explain_line(database, asking.channel_id, ref, [asking.commands.explain], asking.desk.now())
    (record,) = msgspec.json.decode(why.records)
    assert record["reason"] == "off; would have answered “found”"
    assert {status.rpartition(" ")[2] for status in in_use} == {"0"}
