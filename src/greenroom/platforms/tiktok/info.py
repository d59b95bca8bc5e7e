from msgspec.structs import replace

from greenroom.accounts.platforms import PlatformDescriptor, PlatformFlags, PlatformInfo
from greenroom.accounts.stream_platforms import StreamPlatform
from greenroom.chat.protocol.actions import (
    Action,
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
    FindSong,
    ListChatters,
    ListEmotes,
    LookUpViewer,
    QueueSong,
    ReadAdSchedule,
    ReadChatModes,
    ReadLastSong,
    ReadPlayback,
    ReadPlaylist,
    RunAd,
    SearchCategories,
    SendMessage,
    ShoutOut,
    SkipSong,
    SnoozeAd,
    StartRaid,
    UnbanViewer,
    WarnViewer,
)
from greenroom.chat.protocol.capabilities import capabilities
from greenroom.chat.protocol.events import ActivityKind
from greenroom.platforms.tiktok.settings import TikTokSettings

STREAM = StreamPlatform("tiktok", "TikTok")

DESCRIPTOR = PlatformDescriptor(
    provider=STREAM.provider,
    name="TikTok",
    colour="#fe2c55",
    flags=PlatformFlags(channelProvider=True, stream=True, chatRead=True),
    channelUrl="https://www.tiktok.com/@{provider_channel_name}/live",
    dashboardUrl="https://livecenter.tiktok.com/",
    watchUrl="https://www.tiktok.com/@{provider_channel_name}/live",
    botHelp="TikTok doesn't allow bots in live chat.",
    capabilities=capabilities(
        (),
        other_labels=("Read chat", "Gifts, likes, shares", "Follows and subscriptions", "Live state and viewers"),
        missing={
            SendMessage: "TikTok allows reading only",
            "Moderate": "only in the TikTok app",
            ChangeTitle: "set when you go live",
            RunAd: "none on TikTok Live",
            ListChatters: "not available, active chatters are counted",
        },
    ),
    registration="handle",
)

INFO = PlatformInfo(
    descriptor=DESCRIPTOR,
    sign_in_scopes={},
    user_scopes={
        "user.info.basic": "See this account's name and picture",
        "user.info.profile": "See the handle of this account",
    },
    channel_scopes={},
    bot_scopes={},
    handle_scope="user.info.profile",
    activity_kinds=frozenset(
        {
            ActivityKind.FOLLOW,
            ActivityKind.SUB,
            ActivityKind.RESUB,
            ActivityKind.TIKTOK_GIFT,
            ActivityKind.LIKE,
            ActivityKind.SHARE,
        }
    ),
)


PLAYER = "/@{provider_channel_name}?autoplay=1&muted=1&controls=1&embed_domain={parent}"


def info_for(settings: TikTokSettings) -> PlatformInfo:
    """Info for these settings; `is_set_up` says whether Login Kit is set up; rooms are read without it."""
    embed_url = settings.player_url + PLAYER if settings.player_url else None
    descriptor = DESCRIPTOR.model_copy(update={"embedUrl": embed_url})
    return replace(INFO, descriptor=descriptor, is_set_up=bool(settings.client_key))


def unsupported_reason(action: Action) -> str:  # noqa: C901, PLR0911, PLR0912  # one reason for each kind
    match action:
        case SendMessage() | Announce():
            return "TikTok chat is read-only."
        case DeleteMessage() | ClearChat() | BanViewer() | UnbanViewer() | WarnViewer() | ChangeChatModes():
            return "TikTok only allows moderation in its own app."
        case ChangeTitle():
            return "TikTok titles are set when going live and can't be changed later."
        case ChangeCategory() | SearchCategories():
            return "TikTok doesn't allow changing the category from here."
        case CreateMarker() | CreateClip():
            return "TikTok has no markers, and clips only in its own app."
        case RunAd() | ReadAdSchedule() | SnoozeAd():
            return "TikTok Live has no ads."
        case ReadChatModes():
            return "TikTok doesn't share its chat settings."
        case ListChatters() | LookUpViewer() | FindAccount():
            return "TikTok doesn't share its viewer list."
        case CountFollowers():
            return "TikTok doesn't share the follower count."
        case ListEmotes():
            return "TikTok doesn't share a channel's emotes."
        case ShoutOut():
            return "TikTok has no shoutouts."
        case StartRaid() | CancelRaid():
            return "TikTok has no raids."
        case ReadPlayback() | ReadLastSong() | ReadPlaylist() | FindSong() | QueueSong() | SkipSong():
            return "TikTok plays no music."
