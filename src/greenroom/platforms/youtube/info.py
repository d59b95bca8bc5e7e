from greenroom.tenancy.platforms import PlatformDescriptor

DESCRIPTOR = PlatformDescriptor(
    provider="youtube",
    name="YouTube",
    colour="#ff0000",
    channelUrl="https://www.youtube.com/channel/{provider_channel_id}",
    dashboardUrl="https://studio.youtube.com/channel/{provider_channel_id}/livestreaming",
    broadcastEditUrl="https://studio.youtube.com/video/{live_stream_id}/livestreaming",
    streamTitleMaxLength=100,
)
