from greenroom.accounts.platforms import Capability, PlatformDescriptor, PlatformFlags, PlatformInfo

DESCRIPTOR = PlatformDescriptor(
    provider="discord",
    name="Discord",
    colour="#5865f2",
    flags=PlatformFlags(channelProvider=True),
    channelUrl="https://discord.com/users/{provider_channel_id}",
    capabilities=[
        Capability(label="Announcements when you go live", supported=True),
        Capability(label="Account shown", supported=True),
        Capability(label="Sign in", supported=False, reason="Sign in with a platform you stream on"),
        Capability(label="Chat", supported=False, reason="Greenroom does not read Discord servers"),
    ],
)

SCOPES = {"identify": "See your name and picture", "guilds": "See which servers you are on"}

INFO = PlatformInfo(descriptor=DESCRIPTOR, sign_in_scopes={}, user_scopes=SCOPES, channel_scopes=SCOPES, bot_scopes={})
