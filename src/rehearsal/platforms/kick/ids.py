"""Kick's ids: integers of channels and chat rooms, and ULIDs of subscriptions, webhooks, rewards and the like."""

import secrets
from datetime import datetime

from rehearsal.simulation.world import Person

# Channel and chat room ids differ from the user id, so that mixing them up fails.
CHANNEL_MASK = 0x2AAAAAA
CHATROOM_MASK = 0x1555555
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ULID_LENGTH = 26


def channel_id(person: Person) -> int:
    return int(person.id) ^ CHANNEL_MASK


def chatroom_id(person: Person) -> int:
    return int(person.id) ^ CHATROOM_MASK


def ulid(moment: datetime) -> str:
    """A ULID of this moment: 48 bits of milliseconds, then 80 random bits."""
    number = int(moment.timestamp() * 1000) << 80 | secrets.randbits(80)
    return "".join(CROCKFORD[number >> shift & 31] for shift in range((ULID_LENGTH - 1) * 5, -1, -5))
