"""Variables that read and change counters."""

import re

from greenroom.features.variables import service
from greenroom.features.variables.service import clean_name
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

COUNTERS = "Counters"
_AMOUNT = re.compile(r"([+-]?)([0-9]{1,12})")


def parse_count(arguments: Arguments) -> tuple[str, str, int]:
    """The name, the operation (+ or =) and the amount; a name alone adds one."""
    name, amount = clean_name(arguments.words[0]), " ".join(arguments.words[1:]).strip()
    if not amount:
        return name, "+", 1
    found = _AMOUNT.fullmatch(amount)
    if found is None:
        raise NoValue("Usage: $(count name +1), $(count name -1) or $(count name 0) to set it")
    sign, number = found.groups()
    return name, "+" if sign else "=", int(sign + number)


def counter_variables(kernel: Kernel) -> list[Variable]:
    async def count(context: VariableContext, arguments: Arguments) -> str:
        if not arguments.words:
            return _uses(context)
        name, operation, amount = parse_count(arguments)
        change = service.add_to_counter if operation == "+" else service.set_counter
        async with kernel.database.write() as session:
            return str(await change(session, context.channel_id, name, amount, context.now))

    async def preview(context: VariableContext, arguments: Arguments) -> str:
        if not arguments.words:
            # The count after the next use; a command within another response is not counted as used.
            return str((0 if context.command is None else context.command.use_count) + (not context.depth))
        name, operation, amount = parse_count(arguments)
        async with kernel.database.read() as session:
            value = await service.read_counter(session, context.channel_id, name)
        return str(value + amount if operation == "+" else amount)

    async def get(context: VariableContext, arguments: Arguments) -> str:
        async with kernel.database.read() as session:
            return str(await service.read_counter(session, context.channel_id, clean_name(arguments.text)))

    return [
        Variable(
            name="count",
            group=COUNTERS,
            summary="Use count of this command. With a name, adds 1 to that counter; +2 or -2 adds that, 2 sets it",
            example="$(user) has died $(count deaths) times",
            shows="Juno has died 12 times",
            evaluate=count,
            takes="words",
            has_side_effect=True,
            preview=preview,
            cost="database",
        ),
        Variable(
            name="getcount",
            group=COUNTERS,
            summary="Shows a counter without changing it",
            example="$(getcount deaths)",
            shows="12",
            evaluate=get,
            takes="text",
            cost="database",
        ),
    ]


def _uses(context: VariableContext) -> str:
    if context.command is None:
        raise NoValue("Timers have no use count; name a counter: $(count deaths)")
    return str(context.command.use_count)
