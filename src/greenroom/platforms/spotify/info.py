from greenroom.tenancy.platforms import PlatformDescriptor

DESCRIPTOR = PlatformDescriptor(provider="spotify", name="Spotify", colour="#1db954")
