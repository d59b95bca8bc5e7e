"""Codes and tokens: who gave what to which program, and until when it counts."""

import secrets
import string
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil

from pydantic import JsonValue, TypeAdapter

from rehearsal.clock import Clock
from rehearsal.platforms.twitch.limits import Limits

LETTERS = string.ascii_lowercase + string.digits


@dataclass(frozen=True, slots=True)
class Code:
    """What the browser carries home from the consent page."""

    value: str
    client_id: str
    person_id: str
    scopes: tuple[str, ...]
    redirect_uri: str
    expires_at: datetime


@dataclass(slots=True)
class AccessToken:
    """Opens Helix until it expires; without a person it is an app token."""

    value: str
    client_id: str
    person_id: str | None
    scopes: tuple[str, ...]
    expires_at: datetime


@dataclass(slots=True)
class Grant:
    """One consent: its refresh token and the access tokens made with it."""

    client_id: str
    person_id: str
    scopes: tuple[str, ...]
    refresh_token: str
    access_tokens: list[AccessToken] = field(default_factory=list[AccessToken])


@dataclass(frozen=True, slots=True)
class KeptGrant:
    """A consent as the state file holds it."""

    client_id: str
    person_id: str
    scopes: tuple[str, ...]
    refresh_token: str


GRANTS = TypeAdapter(list[KeptGrant])


class TokenStore:
    """Everything that was issued and still counts."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self._codes: dict[str, Code] = {}
        self._grants: list[Grant] = []
        self._app_tokens: list[AccessToken] = []
        self._consents: dict[tuple[str, str], frozenset[str]] = {}
        self.rotates_refresh_tokens = False

    def issue_code(self, client_id: str, person_id: str, scopes: tuple[str, ...], redirect_uri: str) -> Code:
        expires_at = self._clock.after(self._limits.code_seconds)
        code = Code(_letters(30), client_id, person_id, scopes, redirect_uri, expires_at)
        self._codes[code.value] = code
        consent = self._consents.get((client_id, person_id), frozenset())
        self._consents[client_id, person_id] = consent | set(scopes)
        return code

    def take_code(self, value: str) -> Code | None:
        """A code counts once, and asking with it uses it up even when the rest of the request is wrong."""
        code = self._codes.pop(value, None)
        return code if code is not None and code.expires_at > self._clock.now() else None

    def open_grant(self, code: Code) -> tuple[Grant, AccessToken]:
        grant = Grant(code.client_id, code.person_id, code.scopes, _refresh_token())
        self._grants.append(grant)
        return grant, self._issue(grant)

    def refresh(self, client_id: str, refresh_token: str) -> tuple[Grant, AccessToken] | None:
        grant = self._grant_of(client_id, refresh_token)
        if grant is None:
            return None
        if self.rotates_refresh_tokens:
            grant.refresh_token = _refresh_token()
        return grant, self._issue(grant)

    def issue_app_token(self, client_id: str) -> AccessToken:
        expires_at = self._clock.after(self._limits.app_token_seconds)
        token = AccessToken(_letters(30), client_id, None, (), expires_at)
        self._app_tokens.append(token)
        return token

    def find(self, value: str) -> AccessToken | None:
        now = self._clock.now()
        return next((token for token in self._all_tokens() if token.value == value and token.expires_at > now), None)

    def seconds_left(self, token: AccessToken) -> int:
        return ceil((token.expires_at - self._clock.now()).total_seconds())

    def revoke(self, token: AccessToken) -> None:
        """Only this token dies; the consent and its refresh token stay."""
        token.expires_at = self._clock.now()

    def expire(self, person_id: str | None) -> int:
        """End access tokens now, of one person or of everybody; refresh tokens live on."""
        now = self._clock.now()
        alive = [token for grant in self._grants for token in grant.access_tokens if token.expires_at > now]
        ended = [token for token in alive if person_id in {None, token.person_id}]
        for token in ended:
            token.expires_at = now
        return len(ended)

    def disconnect(self, person_id: str) -> None:
        """The person removed the program from their connections: nothing they gave counts any more."""
        self._grants = [grant for grant in self._grants if grant.person_id != person_id]
        self._codes = {value: code for value, code in self._codes.items() if code.person_id != person_id}
        self._consents = {key: scopes for key, scopes in self._consents.items() if key[1] != person_id}

    def has_consented(self, client_id: str, person_id: str, scopes: tuple[str, ...] = ()) -> bool:
        consent = self._consents.get((client_id, person_id))
        return consent is not None and consent.issuperset(scopes)

    def live_token_count(self, person_id: str) -> int:
        now = self._clock.now()
        return sum(token.person_id == person_id and token.expires_at > now for token in self._all_tokens())

    def remember(self) -> dict[str, JsonValue]:
        """Consents outlive a restart, access tokens do not: programs have to refresh, as after any expiry."""
        kept = [KeptGrant(g.client_id, g.person_id, g.scopes, g.refresh_token) for g in self._grants]
        return {"grants": GRANTS.dump_python(kept, mode="json")}

    def recall(self, kept: dict[str, JsonValue]) -> None:
        for grant in GRANTS.validate_python(kept["grants"]):
            self._grants.append(Grant(grant.client_id, grant.person_id, grant.scopes, grant.refresh_token))
            consent = self._consents.get((grant.client_id, grant.person_id), frozenset())
            self._consents[grant.client_id, grant.person_id] = consent | set(grant.scopes)

    def _issue(self, grant: Grant) -> AccessToken:
        expires_at = self._clock.after(self._limits.access_token_seconds)
        token = AccessToken(_letters(30), grant.client_id, grant.person_id, grant.scopes, expires_at)
        kept = self._limits.access_tokens_per_refresh_token
        now = self._clock.now()
        alive = [older for older in grant.access_tokens if older.expires_at > now]
        grant.access_tokens = [*alive, token][-kept:]
        return token

    def _grant_of(self, client_id: str, refresh_token: str) -> Grant | None:
        matches = (grant for grant in self._grants if grant.refresh_token == refresh_token)
        return next((grant for grant in matches if grant.client_id == client_id), None)

    def _all_tokens(self) -> list[AccessToken]:
        return [token for grant in self._grants for token in grant.access_tokens] + self._app_tokens


def _letters(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def _refresh_token() -> str:
    """Contains what must be encoded in a form, because Twitch's do too."""
    return f"{_letters(20)}/{_letters(12)}%2B{_letters(8)}+{_letters(8)}"
