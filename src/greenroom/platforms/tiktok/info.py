from dataclasses import replace

from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    ChangeCategory,
    ChangeTitle,
    ClearChat,
    CountFollowers,
    DeleteMessage,
    ListChatters,
    ListEmotes,
    LookUpViewer,
    RunAd,
    SearchCategories,
    SendMessage,
    ShoutOut,
    UnbanViewer,
    WarnViewer,
)
from greenroom.chat.protocol.capabilities import capabilities
from greenroom.platforms.tiktok.settings import TikTokSettings
from greenroom.tenancy.platforms import PlatformDescriptor, PlatformFlags, PlatformInfo
from greenroom.tenancy.stream_platforms import StreamPlatform

STREAM = StreamPlatform("tiktok", "TikTok")

DESCRIPTOR = PlatformDescriptor(
    provider=STREAM.provider,
    name="TikTok",
    colour="#fe2c55",
    flags=PlatformFlags(channelProvider=True, stream=True, chatRead=True),
    channelUrl="https://www.tiktok.com/@{provider_channel_name}/live",
    dashboardUrl="https://livecenter.tiktok.com/",
    watchUrl="https://www.tiktok.com/@{provider_channel_name}/live",
    botHelp="TikTok lets nobody else speak in a live chat.",
    capabilities=capabilities(
        (),
        hears=("Read chat", "Gifts, likes, shares", "Follows and subscriptions", "Live state and viewers"),
        lacks={
            SendMessage: "TikTok allows reading only",
            "Moderate": "only in the TikTok app",
            ChangeTitle: "set when you go live",
            RunAd: "none on TikTok Live",
            ListChatters: "counted by chatting",
        },
    ),
    registration="handle",
)

INFO = PlatformInfo(
    descriptor=DESCRIPTOR,
    sign_in_scopes={},
    user_scopes={
        "user.info.basic": "See the name and the picture of this account",
        "user.info.profile": "See the handle of this account",
    },
    channel_scopes={},
    bot_scopes={},
)


PLAYER = "/@{provider_channel_name}?autoplay=1&muted=1&controls=1&embed_domain={parent}"


def info_for(settings: TikTokSettings) -> PlatformInfo:
    """Of Login Kit: rooms are read without an app of our own. There is no player where TikTok has not allowed it."""
    embed_url = settings.player_url + PLAYER if settings.player_url else None
    descriptor = DESCRIPTOR.model_copy(update={"embedUrl": embed_url})
    return replace(INFO, descriptor=descriptor, is_set_up=bool(settings.client_key))


def unsupported_reason(action: Action) -> str:  # noqa: PLR0911  # one reason for each kind
    match action:
        case SendMessage() | Announce():
            return "TikTok lets nobody else write in a live chat."
        case DeleteMessage() | ClearChat() | BanViewer() | UnbanViewer() | WarnViewer():
            return "TikTok lets people moderate in its own app only."
        case ChangeTitle():
            return "TikTok takes the title when a stream begins, and lets nobody change it after."
        case ChangeCategory() | SearchCategories():
            return "TikTok lets nobody else choose the category."
        case RunAd():
            return "TikTok Live has no ads."
        case ListChatters() | LookUpViewer():
            return "TikTok does not tell who watches."
        case CountFollowers():
            return "TikTok does not tell how many follow."
        case ListEmotes():
            return "TikTok does not tell which emotes a channel has."
        case ShoutOut():
            return "TikTok has no shoutouts."
