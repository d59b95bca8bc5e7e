"""Base class of platforms with accounts: one registered app and its tokens."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping

from pydantic import JsonValue

from rehearsal.clock import rfc3339
from rehearsal.oauth.tokens import TokenStore
from rehearsal.simulation.world import Channel, Person
from rehearsal.state import RehearsalState


def stable_secret(text: str, length: int = 64) -> str:
    """Derives a secret from text, so that settings stay valid from one run to the next."""
    return hashlib.sha256(text.encode()).hexdigest()[:length]


class Accounts(ABC):
    key: str
    tokens: TokenStore
    # The platform's name for the client id.
    client_setting = "CLIENT_ID"

    def __init__(self, rehearsal: RehearsalState, client_id: str, client_secret: str) -> None:
        self.rehearsal = rehearsal
        self.client_id = client_id
        self.client_secret = client_secret

    @abstractmethod
    def addresses(self) -> Mapping[str, str]:
        """The platform's URLs, by the name of the setting without its prefix `GREENROOM_{KEY}__`."""

    def environment(self) -> dict[str, str]:
        credentials = {self.client_setting: self.client_id, "CLIENT_SECRET": self.client_secret}
        named = {**self.addresses(), **credentials}
        return {f"GREENROOM_{self.key.upper()}__{name}": value for name, value in named.items()}

    def export_state(self) -> dict[str, JsonValue]:
        return self.tokens.export_state()

    def import_state(self, state: dict[str, JsonValue]) -> None:
        self.tokens.import_state(state)

    def expire_tokens(self, person: Person | None) -> int:
        return self.tokens.expire(None if person is None else person.id)

    def revoke(self, person: Person) -> None:
        self.tokens.disconnect(person.id)
        self.after_revocation(person)
        self.rehearsal.events.record("access_revoked", platform=self.key, login=person.login)

    def after_revocation(self, person: Person) -> None:  # noqa: B027  # most platforms have nothing more to end
        """Hook that ends sockets and subscriptions of an account that revokes access."""

    def channel(self, person: Person) -> Channel:
        return self.rehearsal.world.channel(self.key, person)

    def show_viewers(self, person: Person, count: int) -> None:
        stream = self.channel(person).stream
        if stream is not None:
            stream.viewer_count = count

    def describe_account(self, person: Person) -> dict[str, JsonValue]:
        return {
            "is_connected": self.tokens.has_consented(self.client_id, person.id),
            "live_tokens": self.tokens.live_token_count(person.id),
        }

    def describe_channel(self, person: Person) -> dict[str, JsonValue]:
        channel = self.channel(person)
        stream = channel.stream
        return {
            "is_live": stream is not None,
            "stream_id": stream.id if stream else None,
            "started_at": rfc3339(stream.started_at) if stream else None,
            "viewer_count": stream.viewer_count if stream else None,
            "title": channel.title,
            "category": channel.category.name,
        }
