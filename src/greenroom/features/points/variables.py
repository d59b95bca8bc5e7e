"""Variables that show points and move them."""

from collections.abc import Awaitable, Callable

from greenroom.accounts.access.rules import Role
from greenroom.features.points.chat_transfers import POINTS_OFF, ChatTransfers
from greenroom.features.points.ledger.balances import Ranking, balance_of, rank_of
from greenroom.features.points.ledger.leaderboard import read_standings
from greenroom.features.points.ledger.settings import PointSettings, read_settings
from greenroom.features.points.rules import top_text
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, NoValue, Refused, Variable, VariableContext
from greenroom.responses.viewer_lookup import find_viewer, viewer_name_in

GROUP = "Points"
DEFAULT_TOP, MAX_TOP = 5, 10

Evaluate = Callable[[VariableContext, Arguments], Awaitable[str]]


def variables(kernel: Kernel) -> list[Variable]:
    points, transfers = PointVariables(kernel), ChatTransfers(kernel)
    return [
        _reading_variable(
            "points",
            "Points of a user (the sender without a name), with those of linked accounts",
            ("$(user) has $(points) $(pointsname).", "Juno has 1250 points."),
            points.balance,
        ),
        _reading_variable(
            "points.rank",
            "Place of a user on the leaderboard (the sender without a name)",
            ("$(user) is number $(points.rank).", "Juno is number 3."),
            points.rank,
        ),
        _reading_variable(
            "points.top",
            f"The highest balances: {DEFAULT_TOP}, or the given number up to {MAX_TOP}",
            ("$(points.top 3)", "1. Juno 1,250, 2. Marek 900, 3. Odalys 450"),
            points.top,
        ),
        _reading_variable(
            "pointsname",
            "What points are called here; with a number, as after that number",
            ("$(points) $(pointsname $(points))", "1 point"),
            points.name,
        ),
        _moving_variable(
            "give",
            "Gives points of the sender to another user: a number, all, half, 50% or 5k",
            ("$(points.give $(touser) $(2))", "Juno gave 50 points to Marek."),
            transfers.give,
        ),
        _moving_variable(
            "add",
            "Adds points to a user (the sender without a name)",
            ("$(points.add $(touser) 50)", "Marek got 50 points and has 950."),
            transfers.add,
            min_level=Role.EDITOR,
        ),
        _moving_variable(
            "take",
            "Takes points from a user (the sender without a name): a number, all, half, 50% or 5k",
            ("$(points.take $(touser) 50)", "Marek lost 50 points and has 850."),
            transfers.take,
            min_level=Role.EDITOR,
        ),
    ]


def _reading_variable(name: str, summary: str, example: tuple[str, str], evaluate: Evaluate) -> Variable:
    return Variable(name, GROUP, summary, *example, evaluate, takes="words", cost="database")


def _moving_variable(
    name: str, summary: str, example: tuple[str, str], evaluate: Evaluate, *, min_level: int = Role.PUBLIC
) -> Variable:
    return Variable(
        f"points.{name}",
        GROUP,
        summary,
        *example,
        evaluate,
        takes="words",
        needs_caller=True,
        has_side_effect=True,
        preview=lambda _, __: example[1],
        cost="database",
        min_level=min_level,
        follows_author=min_level > Role.PUBLIC,
    )


class PointVariables:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def balance(self, context: VariableContext, arguments: Arguments) -> str:
        return str(await self._read(context, arguments))

    async def rank(self, context: VariableContext, arguments: Arguments) -> str:
        balance = await self._read(context, arguments)
        if not balance:
            raise NoValue("No points yet")
        async with self._kernel.database.read() as session:
            return str(await rank_of(session, context.channel_id, balance))

    async def _read(self, context: VariableContext, arguments: Arguments) -> int:
        await self._settings(context)
        async with self._kernel.database.read() as session:
            viewer = await find_viewer(session, context, viewer_name_in(arguments))
            return await balance_of(session, context.channel_id, (viewer.provider, viewer.viewer_id))

    async def top(self, context: VariableContext, arguments: Arguments) -> str:
        await self._settings(context)
        typed = arguments.text.strip()
        count = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 2 else DEFAULT_TOP
        async with self._kernel.database.read() as session:
            found = await read_standings(session, Ranking(context.channel_id), min(max(count, 1), MAX_TOP))
        if not found:
            raise NoValue("No points yet")
        return top_text([(each.rank, each.name, each.balance) for each in found])

    async def name(self, context: VariableContext, arguments: Arguments) -> str:
        async with self._kernel.database.read() as session:
            settings = await read_settings(session, context.channel_id)
        return settings.name_singular if arguments.text.strip() == "1" else settings.name_plural

    async def _settings(self, context: VariableContext) -> PointSettings:
        async with self._kernel.database.read() as session:
            settings = await read_settings(session, context.channel_id)
        if not settings.enabled:
            raise Refused(POINTS_OFF)
        return settings
