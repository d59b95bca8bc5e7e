"""Ads: run one, read when the next is due, postpone it."""

from datetime import UTC, datetime

import msgspec

from greenroom.chat.protocol.actions import AdSchedule, ReadAdSchedule, Receipt, RunAd, SnoozeAd, refused
from greenroom.platforms.twitch.actions.context import ActionContext
from greenroom.platforms.twitch.api.answers import error_message, is_bucket_empty, read
from greenroom.platforms.twitch.api.helix import Listed

AD_SECONDS = (30, 60, 90, 120, 150, 180)


class Ad(msgspec.Struct):
    length: int = 0
    message: str = ""
    retry_after: int = 0


class Schedule(msgspec.Struct):
    """Schedule of ads; times are Unix times (0 for none) or, as Twitch documents them, ISO texts."""

    next_ad_at: int | str | None = 0
    last_ad_at: int | str | None = 0
    duration: int = 0
    snooze_count: int = 0


async def run_ad(context: ActionContext, action: RunAd) -> Receipt:
    if action.seconds not in AD_SECONDS:
        return refused(f"Twitch has ads of {', '.join(map(str, AD_SECONDS[:-1]))} and {AD_SECONDS[-1]} seconds.")
    body = {"broadcaster_id": context.channel_id, "length": action.seconds}
    answer = await context.owner.request("POST", "/channels/commercial", json=body)
    if answer.status_code == 429 and not is_bucket_empty(answer):
        return refused(f"Twitch says: {error_message(answer) or 'it is too early for another ad.'}")
    if (refusal := context.refused(answer, context.owner)) is not None:
        return refusal
    ad = next(iter(read(answer, Listed[Ad]).data), None) or Ad(action.seconds)
    return _receipt(ad, action.seconds)


def _receipt(ad: Ad, requested: int) -> Receipt:
    """Receipt of an ad; says if Twitch runs a shorter ad than requested, or why it runs no ad."""
    if ad.length <= 0:
        return Receipt("refused", ad.message or "Twitch can't run an ad now.", next_ad_seconds=ad.retry_after)
    shorter = f"Twitch runs {ad.length} seconds instead of {requested}." if ad.length != requested else ""
    return Receipt(
        "done", " ".join(filter(None, (shorter, ad.message))), ad_seconds=ad.length, next_ad_seconds=ad.retry_after
    )


async def read_ad_schedule(context: ActionContext, action: ReadAdSchedule) -> Receipt:
    params = [("broadcaster_id", context.channel_id)]
    answer = await context.owner.request("GET", "/channels/ads", params=params)
    if (refusal := context.refused(answer, context.owner, to_allow="seeing when ads run")) is not None:
        return refusal
    schedule = next(iter(read(answer, Listed[Schedule]).data), None) or Schedule()
    return Receipt("done", ad_schedule=_ad_schedule(schedule))


async def snooze_ad(context: ActionContext, action: SnoozeAd) -> Receipt:
    params = [("broadcaster_id", context.channel_id)]
    answer = await context.owner.request("POST", "/channels/ads/schedule/snooze", params=params)
    if answer.status_code == 429 and not is_bucket_empty(answer):
        return refused("Twitch allows no more postponing for now.")
    if (refusal := context.refused(answer, context.owner, to_allow="postponing ads")) is not None:
        return refusal
    return await read_ad_schedule(context, ReadAdSchedule())


def _ad_schedule(schedule: Schedule) -> AdSchedule:
    return AdSchedule(
        next_ad_at=_time(schedule.next_ad_at),
        last_ad_at=_time(schedule.last_ad_at),
        seconds=schedule.duration,
        snoozes_left=schedule.snooze_count,
    )


def _time(value: int | str | None) -> datetime | None:
    if isinstance(value, str) and not value.isdecimal():
        return _parse_time(value)
    seconds = int(value or 0)
    # A time that needs more than 32 bits would be an error of Twitch.
    return datetime.fromtimestamp(seconds, UTC) if 0 < seconds < 2**32 else None


def _parse_time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return None
