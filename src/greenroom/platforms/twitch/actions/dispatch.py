"""Dispatch of actions to their Twitch calls."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from greenroom.chat.protocol.actions import (
    Announce,
    BanViewer,
    CancelRaid,
    ChangeCategory,
    ChangeChatModes,
    ChangeTitle,
    ClearChat,
    CountFollowers,
    CreateClip,
    CreateMarker,
    DeleteMessage,
    FindAccount,
    ListChatters,
    ListEmotes,
    LookUpViewer,
    ReadAdSchedule,
    ReadChatModes,
    Receipt,
    RunAd,
    SearchCategories,
    SendMessage,
    ShoutOut,
    SnoozeAd,
    StartRaid,
    StreamAction,
    UnbanViewer,
    WarnViewer,
)
from greenroom.platforms.twitch.actions.ads import read_ad_schedule, run_ad, snooze_ad
from greenroom.platforms.twitch.actions.broadcast import change_category, change_title, search_categories
from greenroom.platforms.twitch.actions.chat import announce, send_message, shout_out
from greenroom.platforms.twitch.actions.chat_modes import change_chat_modes, read_chat_modes
from greenroom.platforms.twitch.actions.context import ActionContext
from greenroom.platforms.twitch.actions.highlights import create_clip, create_marker
from greenroom.platforms.twitch.actions.moderation import (
    ban_viewer,
    clear_chat,
    delete_message,
    unban_viewer,
    warn_viewer,
)
from greenroom.platforms.twitch.actions.raids import cancel_raid, start_raid
from greenroom.platforms.twitch.actions.viewers import (
    count_followers,
    find_account,
    list_chatters,
    list_emotes,
    look_up_viewer,
)

PERFORM: Mapping[type[StreamAction], Callable[[ActionContext, Any], Awaitable[Receipt]]] = {
    SendMessage: send_message,
    Announce: announce,
    ShoutOut: shout_out,
    StartRaid: start_raid,
    CancelRaid: cancel_raid,
    ReadChatModes: read_chat_modes,
    ChangeChatModes: change_chat_modes,
    DeleteMessage: delete_message,
    ClearChat: clear_chat,
    BanViewer: ban_viewer,
    UnbanViewer: unban_viewer,
    WarnViewer: warn_viewer,
    ChangeTitle: change_title,
    ChangeCategory: change_category,
    SearchCategories: search_categories,
    RunAd: run_ad,
    ReadAdSchedule: read_ad_schedule,
    SnoozeAd: snooze_ad,
    CreateMarker: create_marker,
    CreateClip: create_clip,
    ListChatters: list_chatters,
    LookUpViewer: look_up_viewer,
    FindAccount: find_account,
    CountFollowers: count_followers,
    ListEmotes: list_emotes,
}


async def act(context: ActionContext, action: StreamAction) -> Receipt:
    return await PERFORM[type(action)](context, action)
