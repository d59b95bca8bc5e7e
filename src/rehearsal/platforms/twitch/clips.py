"""What somebody cut out of a stream."""

from dataclasses import dataclass
from datetime import datetime

from rehearsal.platforms.twitch.rooms import Room
from rehearsal.world import Person


@dataclass(frozen=True, slots=True)
class Clip:
    id: str
    room: Room
    creator: Person
    title: str
    seconds: float
    created_at: datetime
    category_id: str
    language: str
