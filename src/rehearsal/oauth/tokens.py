"""Authorization codes, grants and tokens."""

import base64
import hashlib
import secrets
import string
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil

from pydantic import JsonValue, TypeAdapter

from rehearsal.clock import Clock
from rehearsal.platforms.limits import PlatformLimits

LETTERS_AND_DIGITS = string.ascii_lowercase + string.digits


@dataclass(frozen=True, slots=True)
class Code:
    """An authorization code."""

    value: str
    client_id: str
    person_id: str
    scopes: tuple[str, ...]
    redirect_uri: str
    expires_at: datetime
    # S256 of the PKCE verifier; None without PKCE.
    code_challenge: str | None = None

    def matches_verifier(self, code_verifier: str | None) -> bool:
        if self.code_challenge is None:
            return True
        digest = hashlib.sha256((code_verifier or "").encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == self.code_challenge


@dataclass(slots=True)
class AccessToken:
    """An access token; without a person it is an app token."""

    value: str
    client_id: str
    person_id: str | None
    scopes: tuple[str, ...]
    expires_at: datetime


@dataclass(slots=True)
class Grant:
    """One consent with its refresh token and access tokens."""

    client_id: str
    person_id: str
    scopes: tuple[str, ...]
    refresh_token: str
    access_tokens: list[AccessToken] = field(default_factory=list[AccessToken])
    # None: the refresh token does not expire.
    refresh_expires_at: datetime | None = None
    # Replaced refresh tokens with the time until which they still work.
    retired: dict[str, datetime] = field(default_factory=dict[str, datetime])

    def accepts(self, refresh_token: str, now: datetime) -> bool:
        if refresh_token == self.refresh_token:
            return self.refresh_expires_at is None or self.refresh_expires_at > now
        return refresh_token in self.retired and self.retired[refresh_token] > now


@dataclass(frozen=True, slots=True)
class SavedGrant:
    """A grant in the state file."""

    client_id: str
    person_id: str
    scopes: tuple[str, ...]
    refresh_token: str


GRANTS = TypeAdapter(list[SavedGrant])


class TokenStore:
    """Codes, grants, app tokens and consents of one platform."""

    def __init__(self, clock: Clock, limits: PlatformLimits) -> None:
        self._clock = clock
        self._limits = limits
        self._codes: dict[str, Code] = {}
        self._grants: list[Grant] = []
        self._app_tokens: list[AccessToken] = []
        self._consents: dict[tuple[str, str], frozenset[str]] = {}
        self.rotates_refresh_tokens = False
        # How long a replaced refresh token still works, for clients that did not receive the response.
        self.reuse_grace_seconds = 0
        self.refresh_token_seconds: int | None = None
        # Prefixes of the platform's tokens.
        self.access_prefix = ""
        self.refresh_prefix = ""

    def issue_code(
        self,
        client_id: str,
        person_id: str,
        scopes: tuple[str, ...],
        redirect_uri: str,
        code_challenge: str | None = None,
    ) -> Code:
        expires_at = self._clock.after(self._limits.code_seconds)
        code = Code(_random_text(30), client_id, person_id, scopes, redirect_uri, expires_at, code_challenge)
        self._codes[code.value] = code
        consent = self._consents.get((client_id, person_id), frozenset())
        self._consents[client_id, person_id] = consent | set(scopes)
        return code

    def take_code(self, value: str) -> Code | None:
        """Removes and returns the code, because a code is valid once; None if it is unknown or expired."""
        code = self._codes.pop(value, None)
        return code if code is not None and code.expires_at > self._clock.now() else None

    def open_grant(self, code: Code) -> tuple[Grant, AccessToken]:
        grant = Grant(code.client_id, code.person_id, code.scopes, "")
        self._renew(grant)
        self._grants.append(grant)
        return grant, self._issue(grant)

    def refresh(self, client_id: str, refresh_token: str) -> tuple[Grant, AccessToken] | None:
        grant = self._grant_of(client_id, refresh_token)
        if grant is None:
            return None
        if self.rotates_refresh_tokens:
            grant.retired[grant.refresh_token] = self._clock.after(self.reuse_grace_seconds)
            self._renew(grant)
        return grant, self._issue(grant)

    def _renew(self, grant: Grant) -> None:
        grant.refresh_token = self.refresh_prefix + _refresh_token()
        seconds = self.refresh_token_seconds
        grant.refresh_expires_at = None if seconds is None else self._clock.after(seconds)

    def end_grant(self, client_id: str, refresh_token: str) -> Grant | None:
        """Ends the grant of a refresh token with all its access tokens."""
        grant = self._grant_of(client_id, refresh_token)
        if grant is not None:
            self._grants.remove(grant)
        return grant

    def issue_app_token(self, client_id: str) -> AccessToken:
        expires_at = self._clock.after(self._limits.app_token_seconds)
        token = AccessToken(_random_text(30), client_id, None, (), expires_at)
        self._app_tokens.append(token)
        return token

    def find(self, value: str) -> AccessToken | None:
        now = self._clock.now()
        return next((token for token in self._all_tokens() if token.value == value and token.expires_at > now), None)

    def seconds_left(self, token: AccessToken) -> int:
        return ceil((token.expires_at - self._clock.now()).total_seconds())

    def revoke(self, token: AccessToken) -> None:
        """Ends one access token; its grant and refresh token stay valid."""
        token.expires_at = self._clock.now()

    def expire(self, person_id: str | None) -> int:
        """Expires access tokens of one account or of all; refresh tokens stay valid."""
        now = self._clock.now()
        alive = [token for grant in self._grants for token in grant.access_tokens if token.expires_at > now]
        ended = [token for token in alive if person_id in {None, token.person_id}]
        for token in ended:
            token.expires_at = now
        return len(ended)

    def disconnect(self, person_id: str) -> None:
        """Ends all codes, grants and consents of an account."""
        self._grants = [grant for grant in self._grants if grant.person_id != person_id]
        self._codes = {value: code for value, code in self._codes.items() if code.person_id != person_id}
        self._consents = {key: scopes for key, scopes in self._consents.items() if key[1] != person_id}

    def has_consented(self, client_id: str, person_id: str, scopes: tuple[str, ...] = ()) -> bool:
        consent = self._consents.get((client_id, person_id))
        return consent is not None and consent.issuperset(scopes)

    def live_token_count(self, person_id: str) -> int:
        now = self._clock.now()
        return sum(token.person_id == person_id and token.expires_at > now for token in self._all_tokens())

    def export_state(self) -> dict[str, JsonValue]:
        """The grants for the state file; access tokens are left out, so after a restart apps have to refresh."""
        saved = [SavedGrant(g.client_id, g.person_id, g.scopes, g.refresh_token) for g in self._grants]
        return {"grants": GRANTS.dump_python(saved, mode="json")}

    def import_state(self, state: dict[str, JsonValue]) -> None:
        for grant in GRANTS.validate_python(state["grants"]):
            self._grants.append(Grant(grant.client_id, grant.person_id, grant.scopes, grant.refresh_token))
            consent = self._consents.get((grant.client_id, grant.person_id), frozenset())
            self._consents[grant.client_id, grant.person_id] = consent | set(grant.scopes)

    def _issue(self, grant: Grant) -> AccessToken:
        expires_at = self._clock.after(self._limits.access_token_seconds)
        value = self.access_prefix + _random_text(30)
        token = AccessToken(value, grant.client_id, grant.person_id, grant.scopes, expires_at)
        max_tokens = self._limits.access_tokens_per_refresh_token
        now = self._clock.now()
        alive = [older for older in grant.access_tokens if older.expires_at > now]
        grant.access_tokens = [*alive, token][-max_tokens:]
        return token

    def _grant_of(self, client_id: str, refresh_token: str) -> Grant | None:
        now = self._clock.now()
        matches = (grant for grant in self._grants if grant.accepts(refresh_token, now))
        return next((grant for grant in matches if grant.client_id == client_id), None)

    def _all_tokens(self) -> list[AccessToken]:
        return [token for grant in self._grants for token in grant.access_tokens] + self._app_tokens


def _random_text(length: int) -> str:
    return "".join(secrets.choice(LETTERS_AND_DIGITS) for _ in range(length))


def _refresh_token() -> str:
    """A token with characters that must be encoded in a form, as in real refresh tokens."""
    return f"{_random_text(20)}/{_random_text(12)}%2B{_random_text(8)}+{_random_text(8)}"
