from math import ceil

from greenroom.chat.emotes.cache import EmoteCache, Emotes, RefreshedJustNow
from greenroom.chat.emotes.emote import EmoteChannel
from greenroom.kernel.errors import AppError


class RefreshedTooOften(AppError):
    status = 429
    type = "too_many_requests"

    def __init__(self, after_seconds: float) -> None:
        super().__init__(f"Emotes were just refreshed. Try again in {max(ceil(after_seconds), 1)} seconds.")


async def refresh_emotes(cache: EmoteCache, channels: list[EmoteChannel]) -> Emotes:
    try:
        return await cache.refresh(channels)
    except RefreshedJustNow as error:
        raise RefreshedTooOften(error.after_seconds) from error
