from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from greenroom.tenancy.credentials.models import Credential
from greenroom.tenancy.user_providers.models import UserProvider


class UserProviderOut(BaseModel):
    id: UUID
    provider: str
    login: str
    display_name: str
    avatar_url: str
    scope_needed: bool
    connected_at: datetime

    @classmethod
    def of(cls, provider: UserProvider, credential: Credential) -> "UserProviderOut":
        return cls(
            id=provider.id,
            provider=provider.provider,
            login=credential.login,
            display_name=credential.display_name,
            avatar_url=credential.avatar_url,
            scope_needed=credential.is_dead,
            connected_at=provider.connected_at,
        )
