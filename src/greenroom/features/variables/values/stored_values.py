"""Texts that one answer keeps for another."""

from greenroom.features.variables import service
from greenroom.features.variables.service import clean_name
from greenroom.features.variables.values.counters import COUNTERS
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext


def parse_arguments(given: Arguments) -> tuple[str, str]:
    if not given.words:
        raise NoValue("Write a name and a text: $(var.set mood happy)")
    return clean_name(given.words[0]), " ".join(given.words[1:]).strip()


def stored_value_variables(kernel: Kernel) -> list[Variable]:
    async def get(occasion: VariableContext, given: Arguments) -> str:
        name = clean_name(given.text)
        async with kernel.database.read() as session:
            found = await service.read_value(session, occasion.channel_id, name)
        if not found:
            raise NoValue(f'Nothing is kept as "{name}"')
        return found

    async def keep(occasion: VariableContext, given: Arguments) -> str:
        name, value = parse_arguments(given)
        async with kernel.database.write() as session:
            await service.store_value(session, occasion.channel_id, name, value, occasion.now)
        return ""

    def pretend(_: VariableContext, given: Arguments) -> str:
        parse_arguments(given)
        return ""

    return [
        Variable(
            name="var.get",
            aliases=("getvar",),
            group=COUNTERS,
            summary="The text that was kept under a name.",
            example="Today is $(var.get mood|an ordinary) day",
            shows="Today is a happy day",
            evaluate=get,
            takes="text",
            cost="database",
        ),
        Variable(
            name="var.set",
            aliases=("setvar",),
            group=COUNTERS,
            summary="Keeps a text of up to 500 characters under a name, and shows nothing; without a text, forgets it.",
            example="$(var.set mood $(query))Noted!",
            shows="Noted!",
            evaluate=keep,
            takes="words",
            has_side_effect=True,
            pretend=pretend,
            cost="database",
        ),
    ]
