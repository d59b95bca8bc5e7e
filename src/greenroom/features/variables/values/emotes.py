"""The emotes that other services add to the channel's chat."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from greenroom.chat.messages.channel_emotes import places_of
from greenroom.chat.protocol.actions import ListEmotes, Receipt
from greenroom.features.variables.capabilities import PlatformAccess
from greenroom.features.variables.response_cache import ResponseCache
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

EMOTES = "Emotes"
MAX_LENGTH = 400
CACHE_SECONDS = 120.0
# Its name in answers, the service's own key, and what it is called.
SERVICES = (("7tv", "7tv", "7TV"), ("bttv", "betterttv", "BetterTTV"), ("ffz", "frankerfacez", "FrankerFaceZ"))


def fit_names(names: list[str], longest: int) -> str:
    """Whole names only: half of one is no emote."""
    shown, length = list[str](), -1
    for name in names:
        length += 1 + len(name)
        if length > longest:
            break
        shown.append(name)
    return " ".join(shown)


def emotes(reach: PlatformAccess) -> list[Variable]:
    lately = ResponseCache[UUID, Receipt](CACHE_SECONDS)

    def of(key: str, title: str) -> Callable[[VariableContext, Arguments], Awaitable[str]]:
        async def evaluate(occasion: VariableContext, _: Arguments) -> str:
            async with reach.kernel.database.read() as session:
                places = [
                    place
                    for place in await places_of(session, occasion.channel_id)
                    if place.provider == occasion.provider
                ]
            names = [emote.name for emote in await reach.emotes.of_channel(places, key)]
            if not names:
                raise NoValue(f"The channel has no {title} emotes on {occasion.provider}")
            return fit_names(names, MAX_LENGTH)

        return evaluate

    async def own(occasion: VariableContext, _: Arguments) -> str:
        place = occasion.connection_id
        names = (await lately.get(place, lambda: reach.perform(place, ListEmotes()))).names
        if not names:
            raise NoValue("The channel has no emotes of its own")
        return fit_names(list(names), MAX_LENGTH)

    of_platform = Variable(
        name="emotes.twitch",
        aliases=("twitchemotes",),
        group=EMOTES,
        summary="The channel's own emotes on the platform, as many as fit into a message.",
        example="$(emotes.twitch)",
        shows="junoWave junoHi",
        evaluate=own,
        providers=reach.can(ListEmotes),
        cost="platform",
    )
    return [
        of_platform,
        *(_of_service(name, title, of(key, title)) for name, key, title in SERVICES),
    ]


def _of_service(name: str, title: str, evaluate: Callable[[VariableContext, Arguments], Awaitable[str]]) -> Variable:
    return Variable(
        name=f"emotes.{name}",
        aliases=(f"{name}emotes",),
        group=EMOTES,
        summary=f"The {title} emotes of the channel, as many as fit into a message.",
        example=f"$(emotes.{name})",
        shows="catJAM peepoHappy",
        evaluate=evaluate,
        cost="web",
    )
