from greenroom.accounts.platforms import PlatformDescriptor

DESCRIPTOR = PlatformDescriptor(provider="betterttv", name="BetterTTV", colour="#d50014", registration="handle")
