"""Variables that store texts, and that read them in other responses."""

from greenroom.features.variables import service
from greenroom.features.variables.service import clean_name
from greenroom.features.variables.values.counters import COUNTERS
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext


def parse_arguments(arguments: Arguments) -> tuple[str, str]:
    if not arguments.words:
        raise NoValue("Usage: $(var.set name text)")
    return clean_name(arguments.words[0]), " ".join(arguments.words[1:]).strip()


def stored_value_variables(kernel: Kernel) -> list[Variable]:
    async def get(context: VariableContext, arguments: Arguments) -> str:
        name = clean_name(arguments.text)
        async with kernel.database.read() as session:
            found = await service.read_value(session, context.channel_id, name)
        if not found:
            raise NoValue(f'"{name}" is not set')
        return found

    async def store(context: VariableContext, arguments: Arguments) -> str:
        name, value = parse_arguments(arguments)
        async with kernel.database.write() as session:
            await service.store_value(session, context.channel_id, name, value, context.now)
        return ""

    def preview(_: VariableContext, arguments: Arguments) -> str:
        parse_arguments(arguments)
        return ""

    return [
        Variable(
            name="var.get",
            aliases=("getvar",),
            group=COUNTERS,
            summary="A stored text",
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
            summary="Stores a text of up to 500 characters; shows nothing. Without a text, clears it",
            example="$(var.set mood $(query))Noted!",
            shows="Noted!",
            evaluate=store,
            takes="words",
            has_side_effect=True,
            preview=preview,
            cost="database",
        ),
    ]
