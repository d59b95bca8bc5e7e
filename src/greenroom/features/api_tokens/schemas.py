from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.models.api_tokens import MAX_TOKEN_NAME_LENGTH, ApiToken
from greenroom.features.api_tokens.rules import NOT_FOR_TOKENS, Lifetime
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import line_of


def _check_scopes(scopes: list[Permission]) -> list[Permission]:
    """Each scope once, in the order of `Permission`; raises for one that tokens cannot have."""
    for scope in scopes:
        if scope in NOT_FOR_TOKENS:
            raise ValueError(f"{scope} can't be given to an API token")
    return [one for one in Permission if one in scopes]


class ApiTokenIn(StrictSchema):
    name: Annotated[str, line_of(MAX_TOKEN_NAME_LENGTH)]
    # Permissions of calls with the token, in channels where the user's role has them, too.
    scopes: Annotated[list[Permission], Field(min_length=1, max_length=len(Permission)), AfterValidator(_check_scopes)]
    lifetime: Lifetime


class ApiTokenOut(Schema):
    id: UUID
    name: str
    # The last characters of the secret.
    last_four: str
    scopes: list[str]
    created_at: datetime
    # None if the token never expires.
    expires_at: datetime | None
    # Up to a minute old; None if the token was never used.
    last_used_at: datetime | None

    @classmethod
    def of(cls, token: ApiToken) -> "ApiTokenOut":
        return cls(
            id=token.id,
            name=token.name,
            last_four=token.last_four,
            scopes=token.scopes,
            created_at=token.created_at,
            expires_at=token.expires_at,
            last_used_at=token.last_used_at,
        )


class NewApiToken(Schema):
    token: ApiTokenOut
    # Sent as `Authorization: Bearer …`. It is in no other response.
    secret: str
