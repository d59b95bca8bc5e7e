from typing import get_args

from msgspec.structs import replace

from greenroom.accounts.platforms import PlatformDescriptor, PlatformFlags, PlatformInfo
from greenroom.accounts.stream_platforms import StreamPlatform
from greenroom.chat.protocol.actions import StreamAction
from greenroom.chat.protocol.capabilities import ME_MESSAGES_LABEL, ActionType, capabilities
from greenroom.chat.protocol.events import ActivityKind
from greenroom.platforms.twitch.actions.chat import MAX_MESSAGE_LENGTH
from greenroom.platforms.twitch.settings import TwitchSettings

# Twitch supports every action on a stream.
ACTIONS: frozenset[ActionType] = frozenset(get_args(StreamAction))

STREAM = StreamPlatform("twitch", "Twitch", reports_follow_date=True, reports_account_age=True)

DESCRIPTOR = PlatformDescriptor(
    provider=STREAM.provider,
    name="Twitch",
    colour="#6441a5",
    flags=PlatformFlags.of_stream(chatReplyMessage=True),
    channelUrl="https://www.twitch.tv/{provider_channel_name}",
    dashboardUrl="https://dashboard.twitch.tv/u/{provider_channel_name}/stream-manager",
    streamTitleMaxLength=140,
    watchUrl="https://www.twitch.tv/{provider_channel_name}",
    chatEmbedUrl="https://www.twitch.tv/embed/{provider_channel_name}/chat?parent={parent}&darkpopout",
    messageMaxLength=MAX_MESSAGE_LENGTH,
    botHelp="Make the bot a moderator of your channel on Twitch: only moderators can delete, time out and announce.",
    capabilities=capabilities(
        ACTIONS,
        other_labels=(
            "Read chat",
            "Replies",
            ME_MESSAGES_LABEL,
            "Follows and subs",
            "Redemptions, bits, raids",
            "Live state and viewers",
        ),
        missing={},
    ),
)

READ_CHAT = {"user:read:chat": "Read chat as this account"}
WRITE_CHAT = {"user:write:chat": "Send chat messages as this account"}
# For reading chat with the app's token, as webhooks and conduits require.
READ_AS_APP = {"user:bot": "Appear in chats as a bot", "channel:bot": "Let a bot take part in this channel's chat"}
ACT_AS_MODERATOR = {
    "moderator:manage:banned_users": "Ban and time out people where this account moderates",
    "moderator:manage:chat_messages": "Delete chat messages where this account moderates",
    "moderator:manage:warnings": "Warn people where this account moderates",
    "moderator:manage:announcements": "Post announcements where this account moderates",
    "moderator:manage:shoutouts": "Give shoutouts where this account moderates",
}
CHANGE_CHAT_MODES = {"moderator:manage:chat_settings": "Change slow mode and who can write in chat"}
# Twitch reports all kinds of moderation only if these scopes, ACT_AS_MODERATOR and CHANGE_CHAT_MODES are all granted.
SEE_MODERATION = {
    "moderator:read:blocked_terms": "See when moderators change blocked terms",
    "moderator:read:unban_requests": "See when moderators answer unban requests",
    "moderator:read:moderators": "See when people become moderators",
    "moderator:read:vips": "See when people become VIPs",
}
SEE_AUDIENCE = {
    "moderator:read:chatters": "See who is in this channel's chat",
    "moderator:read:followers": "See who follows this channel",
    "channel:read:subscriptions": "See who subscribes to this channel",
    "bits:read": "See the Bits given on this channel",
    "channel:read:redemptions": "See who redeems channel points",
}
RUN_THE_CHANNEL = {
    "channel:manage:broadcast": "Change the title and the category of this channel",
    "channel:edit:commercial": "Run ads on this channel",
    "channel:read:ads": "See when ads run on this channel",
    "channel:manage:ads": "Postpone the next ad of this channel",
    "clips:edit": "Make clips of this channel",
    "channel:manage:raids": "Start and cancel raids of this channel",
}

INFO = PlatformInfo(
    descriptor=DESCRIPTOR,
    sign_in_scopes={},
    user_scopes=WRITE_CHAT,
    channel_scopes={
        **RUN_THE_CHANNEL,
        **READ_CHAT,
        **WRITE_CHAT,
        **ACT_AS_MODERATOR,
        **CHANGE_CHAT_MODES,
        **SEE_MODERATION,
        **SEE_AUDIENCE,
    },
    # A bot only sends and moderates: the channel's own account reads.
    bot_scopes={**WRITE_CHAT, **ACT_AS_MODERATOR},
    actions=ACTIONS,
    supports_replies=True,
    supports_actions=True,
    activity_kinds=frozenset(
        {
            ActivityKind.FOLLOW,
            ActivityKind.SUB,
            ActivityKind.RESUB,
            ActivityKind.GIFT,
            ActivityKind.GIFT_BOMB,
            ActivityKind.CHEER,
            ActivityKind.RAID,
            ActivityKind.REDEMPTION,
        }
    ),
    announced_in_chat=frozenset(
        {ActivityKind.SUB, ActivityKind.RESUB, ActivityKind.GIFT, ActivityKind.GIFT_BOMB, ActivityKind.RAID}
    ),
    texts_in_chat=frozenset({ActivityKind.CHEER, ActivityKind.REDEMPTION}),
)


# Browsers allow autoplay only when muted.
PLAYER = "/?channel={provider_channel_name}&parent={parent}&muted=true&autoplay=true"


def info_for(settings: TwitchSettings) -> PlatformInfo:
    """Info for these settings; asks for READ_AS_APP only if needed, as Twitch may suspend apps with unused scopes."""
    added = {} if settings.transport == "websocket" else READ_AS_APP
    return replace(
        INFO,
        descriptor=DESCRIPTOR.model_copy(update={"embedUrl": settings.player_url + PLAYER}),
        channel_scopes={**INFO.channel_scopes, **added},
        is_set_up=bool(settings.client_id),
    )
