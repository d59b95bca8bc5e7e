from datetime import datetime

from pydantic import BaseModel


class SystemBotOut(BaseModel):
    provider: str
    display_name: str
    avatar_url: str
    scope_needed: bool
    connected_at: datetime
