from greenroom.accounts.platforms import PlatformDescriptor

DESCRIPTOR = PlatformDescriptor(provider="7tv", name="7TV", colour="#29b6f6", registration="handle")
