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
    CountFollowers,
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
from greenroom.chat.protocol.capabilities import ME_MESSAGES_LABEL, capabilities
from greenroom.chat.protocol.events import ActivityKind
from greenroom.platforms.youtube.settings import YouTubeSettings

ACTIONS = frozenset(
    {
        SendMessage,
        DeleteMessage,
        BanViewer,
        UnbanViewer,
        ChangeTitle,
        ChangeCategory,
        SearchCategories,
        LookUpViewer,
        CountFollowers,
    }
)

MESSAGE_MAX_LENGTH = 200

STREAM = StreamPlatform("youtube", "YouTube", has_logins=False, reports_account_age=True)

DESCRIPTOR = PlatformDescriptor(
    provider=STREAM.provider,
    name="YouTube",
    colour="#ff0000",
    flags=PlatformFlags.of_stream(),
    channelUrl="https://www.youtube.com/channel/{provider_channel_id}",
    dashboardUrl="https://studio.youtube.com/channel/{provider_channel_id}/livestreaming",
    broadcastEditUrl="https://studio.youtube.com/video/{live_stream_id}/livestreaming",
    streamTitleMaxLength=100,
    watchUrl="https://www.youtube.com/watch?v={live_stream_id}",
    chatEmbedUrl="https://www.youtube.com/live_chat?v={live_stream_id}&embed_domain={parent}",
    messageMaxLength=MESSAGE_MAX_LENGTH,
    botHelp="Make the bot a moderator of the channel: only moderators can delete messages and ban, and YouTube "
    "limits how fast others can send.",
    capabilities=capabilities(
        ACTIONS,
        other_labels=("Read chat", "Super Chats and memberships", "Live state and viewers"),
        missing={
            "Replies": "not available on YouTube",
            Announce: "not available on YouTube",
            "Deletions on YouTube": "not reported by YouTube",
            RunAd: "only in YouTube Studio",
            CreateMarker: "not available on YouTube",
            CreateClip: "only on YouTube itself",
            ListChatters: "not available, active chatters are counted",
            ShoutOut: "not available on YouTube",
            WarnViewer: "not available on YouTube",
            ClearChat: "not available on YouTube",
            ChangeChatModes: "only in YouTube Studio",
            StartRaid: "only in YouTube Studio, as Live Redirect",
            ME_MESSAGES_LABEL: "sent as plain text",
        },
    ),
)

READ_ONLY = "https://www.googleapis.com/auth/youtube.readonly"
MANAGE = "https://www.googleapis.com/auth/youtube.force-ssl"

SIGN_IN = {READ_ONLY: "See the channel, its broadcasts and their chat"}
MANAGE_CHAT = {MANAGE: "Manage live chat and change the title and the category"}
SEND = {MANAGE: "Send messages and moderate live chats as this account"}

INFO = PlatformInfo(
    descriptor=DESCRIPTOR,
    sign_in_scopes=SIGN_IN,
    user_scopes=SEND,
    channel_scopes={**SIGN_IN, **MANAGE_CHAT},
    bot_scopes={**SIGN_IN, **SEND},
    actions=ACTIONS,
    activity_kinds=frozenset(
        {
            ActivityKind.SUPER_CHAT,
            ActivityKind.SUPER_STICKER,
            ActivityKind.MEMBERSHIP,
            ActivityKind.MILESTONE,
            ActivityKind.MEMBERSHIP_GIFT,
            ActivityKind.TIP,
        }
    ),
    # YouTube has a text for every event in its chat.
    announced_in_chat=frozenset(ActivityKind),
)

# Browsers allow autoplay only when muted.
PLAYER = "/{live_stream_id}?autoplay=1&mute=1&playsinline=1"


def info_for(settings: YouTubeSettings) -> PlatformInfo:
    descriptor = DESCRIPTOR.model_copy(update={"embedUrl": settings.player_url + PLAYER})
    return replace(INFO, descriptor=descriptor, is_set_up=bool(settings.client_id))
