from greenroom.tenancy.platforms import Capability, PlatformDescriptor, PlatformFlags, PlatformInfo

DESCRIPTOR = PlatformDescriptor(
    provider="twitch",
    name="Twitch",
    colour="#6441a5",
    flags=PlatformFlags(
        channelProvider=True,
        signinProvider=True,
        stream=True,
        chatRead=True,
        chatWrite=True,
        chatReplyMessage=True,
        ownBot=True,
        systemBot=True,
        changeTitle=True,
        changeCategory=True,
    ),
    channelUrl="https://www.twitch.tv/{provider_channel_name}",
    dashboardUrl="https://dashboard.twitch.tv/u/{provider_channel_name}/stream-manager",
    streamTitleMaxLength=140,
    capabilities=[
        Capability(label="Sign in", supported=True),
        Capability(label="Live state", supported=True),
        Capability(label="Title and category shown", supported=True),
    ],
)

READ_CHAT = {"user:read:chat": "Read chat as this account"}
WRITE_CHAT = {"user:write:chat": "Send chat messages as this account"}
MODERATE = {
    "moderator:manage:banned_users": "Ban and time out people where this account moderates",
    "moderator:manage:chat_messages": "Delete chat messages where this account moderates",
}

INFO = PlatformInfo(
    descriptor=DESCRIPTOR,
    sign_in_scopes={},
    user_scopes={**READ_CHAT, **WRITE_CHAT},
    channel_scopes={
        "channel:bot": "Let a bot take part in this channel's chat",
        "channel:manage:broadcast": "Change the title and the category of this channel",
        **READ_CHAT,
        **WRITE_CHAT,
        **MODERATE,
    },
    bot_scopes={**READ_CHAT, **WRITE_CHAT, "user:bot": "Appear in chats as a bot", **MODERATE},
)
