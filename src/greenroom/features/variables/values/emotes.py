"""Variables that list the channel's emotes."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from greenroom.accounts.stream_platforms import platform_name
from greenroom.chat.messages.channel_emotes import emote_channels
from greenroom.chat.protocol.actions import ListEmotes, Receipt
from greenroom.features.variables.platform_access import PlatformAccess
from greenroom.kernel.http.response_cache import ResponseCache
from greenroom.responses.variables import Arguments, Cost, NoValue, Variable, VariableContext

EMOTES = "Emotes"
MAX_LENGTH = 400
CACHE_SECONDS = 120.0
# Name in the variable, key of the emote service, and display name.
SERVICES = (("7tv", "7tv", "7TV"), ("bttv", "betterttv", "BetterTTV"), ("ffz", "frankerfacez", "FrankerFaceZ"))


def fit_names(names: list[str], max_length: int) -> str:
    """As many whole names as fit into `max_length` characters, separated by spaces."""
    shown, length = list[str](), -1
    for name in names:
        length += 1 + len(name)
        if length > max_length:
            break
        shown.append(name)
    return " ".join(shown)


def emote_variables(access: PlatformAccess) -> list[Variable]:
    cache = ResponseCache[UUID, Receipt](CACHE_SECONDS)

    def from_service(key: str, title: str) -> Callable[[VariableContext, Arguments], Awaitable[str]]:
        async def evaluate(context: VariableContext, _: Arguments) -> str:
            async with access.kernel.database.read() as session:
                channels = [
                    channel
                    for channel in await emote_channels(session, context.channel_id)
                    if channel.provider == context.provider
                ]
            names = [emote.name for emote in await access.emotes.of_channel(channels, key)]
            if not names:
                raise NoValue(f"No {title} emotes on this platform")
            return fit_names(names, MAX_LENGTH)

        return evaluate

    async def platform_emotes(context: VariableContext, _: Arguments) -> str:
        connection_id = context.connection_id
        names = (await cache.get(connection_id, lambda: access.dispatch(connection_id, ListEmotes()))).names
        if not names:
            raise NoValue("No channel emotes")
        return fit_names(list(names), MAX_LENGTH)

    of_platforms = [
        _variable(provider, platform_name(provider), platform_emotes, "platform", frozenset({provider}))
        for provider in sorted(access.can(ListEmotes))
    ]
    return [*of_platforms, *(_variable(name, title, from_service(key, title), "web") for name, key, title in SERVICES)]


def _variable(
    name: str,
    title: str,
    evaluate: Callable[[VariableContext, Arguments], Awaitable[str]],
    cost: Cost,
    providers: frozenset[str] | None = None,
) -> Variable:
    return Variable(
        name=f"emotes.{name}",
        aliases=(f"{name}emotes",),
        group=EMOTES,
        summary=f"The channel's {title} emotes, as many as fit",
        example=f"$(emotes.{name})",
        shows="catJAM peepoHappy",
        evaluate=evaluate,
        providers=providers,
        cost=cost,
    )
