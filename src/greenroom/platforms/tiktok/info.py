from greenroom.tenancy.platforms import PlatformDescriptor

DESCRIPTOR = PlatformDescriptor(
    provider="tiktok",
    name="TikTok",
    colour="#fe2c55",
    channelUrl="https://www.tiktok.com/@{provider_channel_name}/live",
    registration="handle",
)
