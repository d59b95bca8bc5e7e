"""Title and category, with the channel's own token."""

import msgspec

from greenroom.chat.protocol.actions import (
    Category,
    ChangeCategory,
    ChangeTitle,
    Receipt,
    SearchCategories,
    refused,
)
from greenroom.platforms.twitch.actions.context import DONE, ActionContext
from greenroom.platforms.twitch.api.answers import read
from greenroom.platforms.twitch.api.helix import Listed

MAX_CATEGORIES = "20"
# Width and height of the box art in the lists on Twitch's site.
BOX_ART = "144x192"


class CategoryPart(msgspec.Struct):
    id: str
    name: str
    box_art_url: str = ""


async def change_title(context: ActionContext, action: ChangeTitle) -> Receipt:
    if not action.title.strip():
        return refused("Enter a title.")
    return await _change(context, {"title": action.title})


async def change_category(context: ActionContext, action: ChangeCategory) -> Receipt:
    receipt = await _change(context, {"game_id": action.category_id})
    if receipt.outcome != "done":
        return receipt
    # Twitch answers with success and keeps the old category if it does not know the new one.
    channel = await context.owner.channel(context.channel_id)
    is_changed = channel is None or channel.game_id == action.category_id
    return receipt if is_changed else refused("This category does not exist on Twitch.")


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
