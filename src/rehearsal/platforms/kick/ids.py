"""Kick's ids: whole numbers for people and rooms, ULIDs for its own paperwork, UUIDs for messages."""

import secrets
from datetime import datetime

from rehearsal.simulation.world import Person

# A person's channel and chat room have numbers of their own, and mixing them up has to fail.
CHANNEL_MASK = 0x2AAAAAA
CHATROOM_MASK = 0x1555555
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ULID_LENGTH = 26


def channel_id(person: Person) -> int:
    return int(person.id) ^ CHANNEL_MASK


def chatroom_id(person: Person) -> int:
    return int(person.id) ^ CHATROOM_MASK


def ulid(moment: datetime) -> str:
    """48 bits of milliseconds, then 80 of chance."""
    number = int(moment.timestamp() * 1000) << 80 | secrets.randbits(80)
    return "".join(CROCKFORD[number >> shift & 31] for shift in range((ULID_LENGTH - 1) * 5, -1, -5))
