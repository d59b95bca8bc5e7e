from datetime import datetime

from greenroom.kernel.schema import Schema


class SystemBotOut(Schema):
    provider: str
    display_name: str
    avatar_url: str
    # Whether the account has to be reconnected.
    scope_needed: bool
    connected_at: datetime
