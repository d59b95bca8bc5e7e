"""The variable that enters the caller of a command into a giveaway."""

from sqlalchemy import select

from greenroom.features.giveaways.entries import Attempt, AttemptResult, take_entries
from greenroom.features.giveaways.models import Giveaway
from greenroom.features.giveaways.rules import number_in
from greenroom.features.giveaways.schemas import GiveawaySettings
from greenroom.features.giveaways.service import lock_open_giveaway
from greenroom.features.stats.streams.watch_times import WatchTimes
from greenroom.kernel.context import Kernel
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import Arguments, Refused, Variable, VariableContext

GROUP = "Giveaways"
# The variable that enters its caller.
ENTER = "giveaway.enter"
NONE_OPEN = "No giveaway is open"
BAD_NUMBER = "The number of tickets is a whole number, like 3"


def variables(kernel: Kernel, provided: ServiceMap) -> list[Variable]:
    async def enter(context: VariableContext, arguments: Arguments) -> str:
        caller = context.caller
        assert caller is not None
        name = caller.name or caller.login
        attempt = Attempt((caller.provider, caller.viewer_id), name, caller.level, _tickets(arguments))
        # The message may have waited for the pipeline; a platform's clock may be fast.
        asked_at = min(context.sent_at or context.now, context.now)
        async with kernel.database.write() as session:
            found = await session.scalars(
                select(Giveaway.id).where(
                    Giveaway.channel_id == context.channel_id, Giveaway.state == "open", Giveaway.keyword_key == ""
                )
            )
            for giveaway_id in list(found):
                giveaway = await lock_open_giveaway(session, context.channel_id, giveaway_id)
                if giveaway is None or GiveawaySettings.model_validate(giveaway.settings).entry != "command":
                    continue
                if giveaway.closes_at is not None and asked_at > giveaway.closes_at:
                    continue
                results = await take_entries(session, giveaway, [attempt], provided.get(WatchTimes), context.now)
                return _result_text(results[attempt.account])
        raise Refused(NONE_OPEN)

    return [
        Variable(
            ENTER,
            GROUP,
            "Enters the sender into the open giveaway that is entered by a command, with a number of tickets",
            "$(giveaway.enter $(query))",
            "entered with 3 tickets",
            enter,
            takes="text",
            needs_caller=True,
            has_side_effect=True,
            preview=lambda _, arguments: _entered(_tickets(arguments)),
            cost="database",
        )
    ]


def _result_text(result: AttemptResult) -> str:
    if not result.added:
        raise Refused(result.refusal)
    return _entered(result.tickets)


def _entered(tickets: int) -> str:
    return "entered" if tickets == 1 else f"entered with {tickets} tickets"


def _tickets(arguments: Arguments) -> int:
    tickets = number_in(arguments.text.strip().partition(" ")[0])
    if not tickets:
        raise Refused(BAD_NUMBER)
    return tickets
