"""Firewall, token and rate limit of Kick's public API, and parsing of query parameters."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from rehearsal.oauth.tokens import AccessToken
from rehearsal.platforms.kick.errors import Blocked, KickError
from rehearsal.platforms.kick.platform import Kick, KickDep
from rehearsal.simulation.world import Person


@dataclass(frozen=True, slots=True)
class Caller:
    """The token of a request and its account; no account for an app token."""

    token: AccessToken
    person: Person | None

    def has_any(self, *scopes: str) -> bool:
        return any(scope in self.token.scopes for scope in scopes)

    def require_scope(self, *scopes: str) -> None:
        """Refuses a user token that has none of the scopes; an app token needs none."""
        if self.person is not None and not self.has_any(*scopes):
            raise KickError(403)

    def owner(self, *scopes: str) -> Person:
        """The token's account; refuses app tokens, and user tokens that have none of the scopes."""
        if self.person is None:
            raise KickError(401)
        self.require_scope(*scopes)
        return self.person


async def check_firewall(request: Request, kick: KickDep) -> None:
    if kick.block_next > 0:
        kick.block_next -= 1
        raise Blocked
    if not request.headers.get("user-agent"):
        raise Blocked


async def read_caller(request: Request, kick: KickDep, _firewall: Annotated[None, Depends(check_firewall)]) -> Caller:
    token = read_token(request, kick)
    if not kick.rate_limit.allows(token.value, kick.limits.requests_per_minute):
        raise KickError(429)
    return Caller(token, kick.rehearsal.world.find(person_id=token.person_id or ""))


def read_token(request: Request, kick: Kick) -> AccessToken:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    token = kick.tokens.find(value) if scheme.lower() == "bearer" else None
    if token is None:
        raise KickError(401)
    return token


PublicApiCaller = Annotated[Caller, Depends(read_caller)]


def read_ids(request: Request, name: str, maximum: int) -> list[str]:
    """The integers of a query parameter, without duplicates."""
    ids = request.query_params.getlist(name)
    if len(ids) > maximum:
        raise KickError(400, f"{name} may be given {maximum} times at most")
    if not all(each.isascii() and each.isdecimal() for each in ids):
        raise KickError(400, f"{name} must be a whole number")
    return list(dict.fromkeys(ids))


def read_number(request: Request, name: str, default: int, maximum: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= maximum:
        raise KickError(400, f"{name} must be between 1 and {maximum}")
    return int(text)
