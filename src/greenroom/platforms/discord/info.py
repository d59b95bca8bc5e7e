from greenroom.tenancy.platforms import PlatformDescriptor

DESCRIPTOR = PlatformDescriptor(provider="discord", name="Discord", colour="#5865f2")
