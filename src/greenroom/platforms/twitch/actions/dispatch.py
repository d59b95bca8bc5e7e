"""Dispatch of actions to their Twitch calls."""

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


async def perform(context: ActionContext, action: StreamAction) -> Receipt:  # noqa: C901, PLR0911, PLR0912  # one line for each action
    match action:
        case SendMessage():
            return await send_message(context, action)
        case Announce():
            return await announce(context, action)
        case ShoutOut():
            return await shout_out(context, action)
        case StartRaid():
            return await start_raid(context, action)
        case CancelRaid():
            return await cancel_raid(context, action)
        case ReadChatModes():
            return await read_chat_modes(context, action)
        case ChangeChatModes():
            return await change_chat_modes(context, action)
        case DeleteMessage():
            return await delete_message(context, action)
        case ClearChat():
            return await clear_chat(context, action)
        case BanViewer():
            return await ban_viewer(context, action)
        case UnbanViewer():
            return await unban_viewer(context, action)
        case WarnViewer():
            return await warn_viewer(context, action)
        case ChangeTitle():
            return await change_title(context, action)
        case ChangeCategory():
            return await change_category(context, action)
        case SearchCategories():
            return await search_categories(context, action)
        case RunAd():
            return await run_ad(context, action)
        case ReadAdSchedule():
            return await read_ad_schedule(context, action)
        case SnoozeAd():
            return await snooze_ad(context, action)
        case CreateMarker():
            return await create_marker(context, action)
        case CreateClip():
            return await create_clip(context, action)
        case ListChatters():
            return await list_chatters(context, action)
        case LookUpViewer():
            return await look_up_viewer(context, action)
        case FindAccount():
            return await find_account(context, action)
        case CountFollowers():
            return await count_followers(context, action)
        case ListEmotes():
            return await list_emotes(context, action)
