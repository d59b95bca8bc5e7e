from datetime import datetime
from uuid import UUID

from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.platforms import PlatformInfo
from greenroom.accounts.user_providers.rules import can_chat, lacks_scopes
from greenroom.kernel.schema import Schema


class UserProviderOut(Schema):
    id: UUID
    provider: str
    provider_user_id: str
    login: str
    display_name: str
    avatar_url: str
    # Whether the account has to be reconnected.
    scope_needed: bool
    # Whether messages can be sent as this account; signing in alone does not allow it.
    can_chat: bool
    connected_at: datetime

    @classmethod
    def of(cls, provider: UserProvider, credential: Credential, info: PlatformInfo) -> "UserProviderOut":
        return cls(
            id=provider.id,
            provider=provider.provider,
            provider_user_id=credential.provider_user_id,
            login=credential.login,
            display_name=credential.display_name,
            avatar_url=credential.avatar_url,
            scope_needed=credential.is_dead or lacks_scopes(info, credential.scopes),
            can_chat=not credential.is_dead and can_chat(info, credential.scopes),
            connected_at=provider.connected_at,
        )
