"""Actions with the channel's own token: title, category, ads."""

import msgspec

from greenroom.chat.protocol.actions import (
    Category,
    ChangeCategory,
    ChangeTitle,
    Receipt,
    RunAd,
    SearchCategories,
    refused,
)
from greenroom.platforms.twitch.actions.context import DONE, ActionContext
from greenroom.platforms.twitch.api.answers import error_message, is_bucket_empty, read
from greenroom.platforms.twitch.api.helix import Listed

AD_SECONDS = (30, 60, 90, 120, 150, 180)
MAX_CATEGORIES = "20"
# The size of box art in Twitch's own lists.
BOX_ART = "144x192"


class CategoryPart(msgspec.Struct):
    id: str
    name: str
    box_art_url: str = ""


class Ad(msgspec.Struct):
    length: int = 0
    message: str = ""
    retry_after: int = 0


async def change_title(context: ActionContext, action: ChangeTitle) -> Receipt:
    if not action.title.strip():
        return refused("Enter a title.")
    return await _change(context, {"title": action.title})


async def change_category(context: ActionContext, action: ChangeCategory) -> Receipt:
    return await _change(context, {"game_id": action.category_id})


async def _change(context: ActionContext, body: dict[str, str]) -> Receipt:
    params = [("broadcaster_id", context.channel_id)]
    answer = await context.owner.request("PATCH", "/channels", params=params, json=body)
    return context.refused(answer, context.owner) or DONE


async def search_categories(context: ActionContext, action: SearchCategories) -> Receipt:
    query = action.query.strip()
    if not query:
        return DONE
    params = [("query", query), ("first", MAX_CATEGORIES)]
    answer = await context.owner.request("GET", "/search/categories", params=params)
    if (refusal := context.refused(answer, context.owner)) is not None:
        return refusal
    found = read(answer, Listed[CategoryPart]).data
    return Receipt("done", categories=tuple(_category(one) for one in found))


def _category(part: CategoryPart) -> Category:
    return Category(part.id, part.name, part.box_art_url.replace("{width}x{height}", BOX_ART))


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
    """Twitch may run a shorter ad than requested, or none, and gives the reason."""
    if ad.length <= 0:
        return Receipt("refused", ad.message or "Twitch can't run an ad now.", seconds=ad.retry_after)
    shorter = f"Twitch runs {ad.length} seconds instead of {requested}." if ad.length != requested else ""
    return Receipt("done", " ".join(filter(None, (shorter, ad.message))), seconds=ad.retry_after)
