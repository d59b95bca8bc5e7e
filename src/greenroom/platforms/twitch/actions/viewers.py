"""Lookups: chatters, profiles, followers, emotes."""

import re

import msgspec

from greenroom.chat.protocol.actions import (
    CountFollowers,
    FindAccount,
    ListChatters,
    ListEmotes,
    LookUpViewer,
    Receipt,
    ViewerFound,
)
from greenroom.platforms.twitch.actions.context import DONE, ActionContext
from greenroom.platforms.twitch.api.answers import read
from greenroom.platforms.twitch.api.helix import Listed

LOGIN = re.compile(r"[a-z0-9_]{1,25}")
CHATTERS_PER_PAGE = "1000"
# The limit also ends a list whose cursors repeat.
MAX_PAGES = 100


class Chatter(msgspec.Struct):
    user_id: str
    user_login: str
    user_name: str


class User(msgspec.Struct):
    id: str
    login: str
    display_name: str
    profile_image_url: str = ""
    created_at: str = ""


class Follower(msgspec.Struct):
    followed_at: str = ""


class Followers(msgspec.Struct):
    total: int


class ChannelEmote(msgspec.Struct):
    name: str


async def list_chatters(context: ActionContext, action: ListChatters) -> Receipt:
    """Uses the channel's own token, so the bot need not be a moderator."""
    query = [("broadcaster_id", context.channel_id), ("moderator_id", context.channel_id), ("first", CHATTERS_PER_PAGE)]
    found: dict[str, ViewerFound] = {}
    cursor = ""
    for _ in range(MAX_PAGES):
        after = [("after", cursor)] if cursor else []
        answer = await context.owner.request("GET", "/chat/chatters", params=[*query, *after])
        if (refusal := context.refused(answer, context.owner)) is not None:
            return refusal
        page = read(answer, Listed[Chatter])
        # A viewer may be on two pages.
        found |= {one.user_id: ViewerFound(one.user_id, one.user_login, one.user_name) for one in page.data}
        cursor = page.cursor
        if not cursor:
            break
    return Receipt("done", viewers=tuple(found.values()))


async def look_up_viewer(context: ActionContext, action: LookUpViewer) -> Receipt:
    """The receipt has no viewer if the id no longer exists."""
    answer = await context.owner.request("GET", "/users", params=[("id", action.viewer_id)])
    if (refusal := context.refused(answer, context.owner)) is not None:
        return refusal
    user = next(iter(read(answer, Listed[User]).data), None)
    if user is None:
        return DONE
    followed_at = await _followed_at(context, user.id)
    found = ViewerFound(
        user.id,
        user.login,
        user.display_name,
        user.profile_image_url,
        user.created_at,
        followed_at=followed_at or "",
        follows=None if followed_at is None else followed_at != "",
    )
    return Receipt("done", viewers=(found,))


async def find_account(context: ActionContext, action: FindAccount) -> Receipt:
    """The receipt has no viewer if no account has this login."""
    login = action.login.lower()
    if not LOGIN.fullmatch(login):
        # Twitch refuses the whole request for an invalid login.
        return DONE
    answer = await context.owner.request("GET", "/users", params=[("login", login)])
    if (refusal := context.refused(answer, context.owner)) is not None:
        return refusal
    found = (
        ViewerFound(user.id, user.login, user.display_name, user.profile_image_url, user.created_at)
        for user in read(answer, Listed[User]).data
    )
    return Receipt("done", viewers=tuple(found))


async def count_followers(context: ActionContext, action: CountFollowers) -> Receipt:
    query = [("broadcaster_id", context.channel_id), ("first", "1")]
    answer = await context.owner.request("GET", "/channels/followers", params=query)
    if (refusal := context.refused(answer, context.owner)) is not None:
        return refusal
    return Receipt("done", followers=read(answer, Followers).total)


async def list_emotes(context: ActionContext, action: ListEmotes) -> Receipt:
    answer = await context.owner.request("GET", "/chat/emotes", params=[("broadcaster_id", context.channel_id)])
    if (refusal := context.refused(answer, context.owner)) is not None:
        return refusal
    return Receipt("done", names=tuple(one.name for one in read(answer, Listed[ChannelEmote]).data))


async def _followed_at(context: ActionContext, user_id: str) -> str | None:
    """Since when the viewer follows; empty if not at all, None if Twitch refuses, for example without the scope."""
    query = [("broadcaster_id", context.channel_id), ("user_id", user_id)]
    answer = await context.owner.request("GET", "/channels/followers", params=query)
    if context.refused(answer, context.owner) is not None:
        return None
    follower = next(iter(read(answer, Listed[Follower]).data), None)
    return "" if follower is None else follower.followed_at
