from datetime import datetime
from uuid import UUID

from greenroom.kernel.schema import Schema
from greenroom.tenancy.credentials.rules import missing_scopes
from greenroom.tenancy.models.credentials import Credential
from greenroom.tenancy.models.user_providers import UserProvider
from greenroom.tenancy.platforms import Scopes


class UserProviderOut(Schema):
    id: UUID
    provider: str
    provider_user_id: str
    login: str
    display_name: str
    avatar_url: str
    scope_needed: bool
    connected_at: datetime

    @classmethod
    def of(cls, provider: UserProvider, credential: Credential, needed: Scopes) -> "UserProviderOut":
        return cls(
            id=provider.id,
            provider=provider.provider,
            provider_user_id=credential.provider_user_id,
            login=credential.login,
            display_name=credential.display_name,
            avatar_url=credential.avatar_url,
            # Signing in alone does not grant the scopes to send messages.
            scope_needed=credential.is_dead or bool(missing_scopes(needed, credential.scopes)),
            connected_at=provider.connected_at,
        )
