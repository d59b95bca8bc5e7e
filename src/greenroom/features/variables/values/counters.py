"""Numbers that grow with every answer."""

import re

from greenroom.features.variables import service
from greenroom.features.variables.service import clean_name
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

COUNTERS = "Counters"
_AMOUNT = re.compile(r"([+-]?)([0-9]{1,12})")


def parse_count(given: Arguments) -> tuple[str, str, int]:
    """The name, what is done to it (+ or =), and by how much; a name alone is counted up by one."""
    name, amount = clean_name(given.words[0]), " ".join(given.words[1:]).strip()
    if not amount:
        return name, "+", 1
    found = _AMOUNT.fullmatch(amount)
    if found is None:
        raise NoValue("Behind the name stands a number: +1 or -1 to count, 0 to set it")
    sign, number = found.groups()
    return name, "+" if sign else "=", int(sign + number)


def counter_variables(kernel: Kernel) -> list[Variable]:
    async def count(occasion: VariableContext, given: Arguments) -> str:
        if not given.words:
            return _uses(occasion)
        name, how, amount = parse_count(given)
        change = service.add_to_counter if how == "+" else service.set_counter
        async with kernel.database.write() as session:
            return str(await change(session, occasion.channel_id, name, amount, occasion.now))

    async def pretend(occasion: VariableContext, given: Arguments) -> str:
        if not given.words:
            # One more than now; but a command within another is not used by that.
            return str((0 if occasion.command is None else occasion.command.use_count) + (not occasion.depth))
        name, how, amount = parse_count(given)
        async with kernel.database.read() as session:
            value = await service.read_counter(session, occasion.channel_id, name)
        return str(value + amount if how == "+" else amount)

    async def get(occasion: VariableContext, given: Arguments) -> str:
        async with kernel.database.read() as session:
            return str(await service.read_counter(session, occasion.channel_id, clean_name(given.text)))

    return [
        Variable(
            name="count",
            group=COUNTERS,
            summary="How often this command was used. With a name, one more on the counter of that name; a signed "
            "number behind it counts by that, a number without a sign sets it.",
            example="$(user) has died $(count deaths) times",
            shows="Juno has died 12 times",
            evaluate=count,
            takes="words",
            has_side_effect=True,
            pretend=pretend,
            cost="database",
        ),
        Variable(
            name="getcount",
            group=COUNTERS,
            summary="The counter of that name as it is, 0 when nobody has counted yet.",
            example="$(getcount deaths)",
            shows="12",
            evaluate=get,
            takes="text",
            cost="database",
        ),
    ]


def _uses(occasion: VariableContext) -> str:
    if occasion.command is None:
        raise NoValue("Only a command counts its uses; name a counter: $(count deaths)")
    return str(occasion.command.use_count)
