"""Session of a connected socket of the push server, and the reasons why sockets end."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from rehearsal.network.sockets import Ending, put_or_end
from rehearsal.platforms.tiktok.webcast.messages import Batch

MAX_OUTBOX = 20_000

CUT_OFF = Ending(None, "cut off")
TOO_SLOW = Ending(None, "does not keep up")
NO_HEARTBEAT = Ending(None, "no heartbeat")
NO_ACK = Ending(None, "no ack")
NOT_ENTERED = Ending(None, "did not enter the room")
ROOM_OVER = Ending(1000, "the room is over")
DISCONNECTED = Ending(None, "left", is_by_client=True)


@dataclass(slots=True, eq=False)
class Session:
    id: str
    is_gzip: bool
    last_beat_at: datetime
    has_entered: bool = False
    # Times at which frames without an ack were sent, by log id.
    unacked: dict[int, datetime] = field(default_factory=dict[int, datetime])
    outbox: asyncio.Queue[bytes | Ending] = field(default_factory=lambda: asyncio.Queue[bytes | Ending](MAX_OUTBOX))

    def send_batch(self, batch: Batch, now: datetime) -> None:
        self.unacked[batch.log_id] = now
        self.send(batch.frame(is_gzip=self.is_gzip))

    def send(self, item: bytes | Ending) -> None:
        put_or_end(self.outbox, item, TOO_SLOW)
