from datetime import datetime

from greenroom.kernel.schema import Schema


class SystemBotOut(Schema):
    provider: str
    display_name: str
    avatar_url: str
    scope_needed: bool
    connected_at: datetime
