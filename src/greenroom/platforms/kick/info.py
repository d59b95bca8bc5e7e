from greenroom.tenancy.platforms import PlatformDescriptor

DESCRIPTOR = PlatformDescriptor(
    provider="kick",
    name="Kick",
    colour="#53fc18",
    channelUrl="https://kick.com/{provider_channel_name}",
    dashboardUrl="https://dashboard.kick.com/stream",
    streamTitleMaxLength=140,
)
