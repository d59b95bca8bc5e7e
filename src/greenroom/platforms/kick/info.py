from msgspec.structs import replace

from greenroom.accounts.platforms import PlatformDescriptor, PlatformFlags, PlatformInfo
from greenroom.accounts.stream_platforms import StreamPlatform
from greenroom.chat.protocol.actions import (
    Announce,
    BanViewer,
    ChangeCategory,
    ChangeChatModes,
    ChangeTitle,
    ClearChat,
    CreateClip,
    CreateMarker,
    DeleteMessage,
    ListChatters,
    LookUpViewer,
    RunAd,
    SearchCategories,
    SendMessage,
    ShoutOut,
    StartRaid,
    UnbanViewer,
    WarnViewer,
)
from greenroom.chat.protocol.capabilities import ME_MESSAGES_LABEL, ActionType, capabilities
from greenroom.chat.protocol.events import ActivityKind
from greenroom.platforms.kick.emote_codes import with_emote_names
from greenroom.platforms.kick.settings import KickSettings

MESSAGE_MAX_LENGTH = 500

ACTIONS: frozenset[ActionType] = frozenset(
    {SendMessage, DeleteMessage, BanViewer, UnbanViewer, ChangeTitle, ChangeCategory, SearchCategories, LookUpViewer}
)

NOT_IN_API = "not supported by Kick's API"
READ_LABELS = ("Read chat", "Replies", "Follows, subs, redemptions, Kicks", "Live state", "Bans made on Kick")
MISSING: dict[ActionType | str, str] = {
    Announce: "not available on Kick",
    RunAd: NOT_IN_API,
    CreateMarker: NOT_IN_API,
    CreateClip: NOT_IN_API,
    ListChatters: "not available, active chatters are counted",
    ShoutOut: "not available on Kick",
    WarnViewer: "not available on Kick",
    ClearChat: NOT_IN_API,
    ChangeChatModes: NOT_IN_API,
    StartRaid: NOT_IN_API,
    ME_MESSAGES_LABEL: "sent as plain text",
}

STREAM = StreamPlatform("kick", "Kick")

DESCRIPTOR = PlatformDescriptor(
    provider=STREAM.provider,
    name="Kick",
    colour="#53fc18",
    flags=PlatformFlags.of_stream(),
    channelUrl="https://kick.com/{provider_channel_name}",
    dashboardUrl="https://dashboard.kick.com/stream",
    streamTitleMaxLength=140,
    watchUrl="https://kick.com/{provider_channel_name}",
    chatEmbedUrl="https://kick.com/popout/{provider_channel_name}/chat",
    messageMaxLength=MESSAGE_MAX_LENGTH,
    botHelp="Make the bot a moderator of your Kick channel: on Kick only moderators can post links.",
    capabilities=capabilities(
        ACTIONS, other_labels=READ_LABELS, missing={"Deletions and unbans on Kick": "not reported by Kick", **MISSING}
    ),
)

WITH_SOCKET = DESCRIPTOR.model_copy(
    update={
        "capabilities": capabilities(
            ACTIONS, other_labels=(*READ_LABELS, "Deletions and unbans made on Kick (unofficial)"), missing=MISSING
        )
    }
)

IDENTIFY = {"user:read": "See this account's name and picture"}
WRITE_CHAT = {"chat:write": "Send chat messages as this account"}
MODERATE = {
    "moderation:ban": "Ban and time out people where this account moderates",
    "moderation:chat_message:manage": "Delete chat messages where this account moderates",
}

INFO = PlatformInfo(
    descriptor=DESCRIPTOR,
    sign_in_scopes=IDENTIFY,
    user_scopes={**IDENTIFY, **WRITE_CHAT},
    channel_scopes={
        **IDENTIFY,
        "channel:read": "See the title and the live state of this channel",
        "channel:write": "Change the title and the category of this channel",
        "events:subscribe": "Receive this channel's chat and events",
        **WRITE_CHAT,
        **MODERATE,
    },
    bot_scopes={**IDENTIFY, **WRITE_CHAT, **MODERATE},
    actions=ACTIONS,
    reported_text=with_emote_names,
    supports_replies=True,
    activity_kinds=frozenset(
        {
            ActivityKind.FOLLOW,
            ActivityKind.SUB,
            ActivityKind.RESUB,
            ActivityKind.GIFT,
            ActivityKind.GIFT_BOMB,
            ActivityKind.KICKS,
            ActivityKind.RAID,
            ActivityKind.REDEMPTION,
        }
    ),
)

# Browsers allow autoplay only when muted.
PLAYER = "/{provider_channel_name}?autoplay=true&muted=true"


def info_for(settings: KickSettings) -> PlatformInfo:
    described = WITH_SOCKET if settings.unofficial_socket else DESCRIPTOR
    descriptor = described.model_copy(update={"embedUrl": settings.player_url + PLAYER})
    return replace(INFO, descriptor=descriptor, is_set_up=bool(settings.client_id))
