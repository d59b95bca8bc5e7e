"""Conduits and their shards."""

import uuid
from dataclasses import dataclass, field

from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject, Transport


@dataclass(slots=True)
class Shard:
    """A socket or webhook that gets a share of a conduit's notifications."""

    id: str
    transport: Transport
    status: str

    @property
    def is_enabled(self) -> bool:
        return self.status == "enabled"

    def response_body(self) -> JsonObject:
        return {"id": self.id, "status": self.status, "transport": self.transport.response_body()}


@dataclass(slots=True)
class Conduit:
    id: str
    client_id: str
    shard_count: int
    shards: dict[str, Shard] = field(default_factory=dict[str, Shard])
    last_index: int = 0

    def response_body(self) -> JsonObject:
        return {"id": self.id, "shard_count": self.shard_count}

    def next_shard(self) -> Shard | None:
        """The enabled shard whose turn it is; None if no shard is enabled."""
        enabled = [shard for shard in self.shards.values() if shard.is_enabled]
        if not enabled:
            return None
        self.last_index += 1
        return enabled[self.last_index % len(enabled)]


class Conduits:
    def __init__(self) -> None:
        self._conduits: dict[str, Conduit] = {}

    def create(self, client_id: str, shard_count: int) -> Conduit:
        conduit = Conduit(str(uuid.uuid4()), client_id, shard_count)
        self._conduits[conduit.id] = conduit
        return conduit

    def of(self, client_id: str) -> list[Conduit]:
        return [conduit for conduit in self._conduits.values() if conduit.client_id == client_id]

    def find(self, conduit_id: str) -> Conduit | None:
        return self._conduits.get(conduit_id)

    def shards_on(self, session_id: str) -> list[tuple[Conduit, Shard]]:
        pairs = ((conduit, shard) for conduit in self._conduits.values() for shard in conduit.shards.values())
        return [(conduit, shard) for conduit, shard in pairs if shard.transport.session_id == session_id]
