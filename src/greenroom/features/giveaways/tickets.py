"""The provably fair draw: commitment, list of entries, and the tickets that seed and list determine.

Each counter 1, 2, 3, … gives a number, the HMAC-SHA256 of list hash and counter with the seed; a number gives a ticket.

docs/giveaways.md describes this for viewers who check a draw.
"""

import hashlib
import hmac
import secrets
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from greenroom.kernel.text import tidy_line

MAX_NAME_LENGTH = 100
# How many different numbers there are: they have 256 bits.
NUMBERS = 2**256


class ListedEntry(Struct, frozen=True):
    """A line of the published list; the first line has the position 1."""

    tickets: int
    provider: str
    name: str


class DrawnTicket(Struct, frozen=True):
    counter: int
    ticket: int
    position: int


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment_of(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def listed_name(name: str) -> str:
    """The name in one line and without tabs, which separate the fields of a line."""
    return tidy_line(name, MAX_NAME_LENGTH, "?")


def entries_text(entries: Sequence[ListedEntry]) -> bytes:
    """The published form: one line for each entry."""
    lines = (
        f"{position}\t{entry.tickets}\t{entry.provider}\t{entry.name}\n" for position, entry in enumerate(entries, 1)
    )
    return "".join(lines).encode()


def hash_of(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def tickets_in(text: bytes) -> list[int]:
    """Tickets of each entry of a published list, by position."""
    return [int(line.split(b"\t", 2)[1]) for line in text.split(b"\n")[:-1]]


def drawn_tickets(
    seed: str, list_hash: str, tickets: Sequence[int], taken: Collection[int] = (), counter: int = 0
) -> Iterator[DrawnTicket]:
    """Draws until every entry is drawn; continues after the last used `counter`, without the positions in `taken`."""
    if not tickets:
        return
    key, drawn = bytes.fromhex(seed), set(taken)
    last_tickets = list(accumulate(tickets))
    total = last_tickets[-1]
    # Numbers from here on are skipped, so that every ticket has exactly the same chance.
    limit = NUMBERS - NUMBERS % total
    while len(drawn) < len(tickets):
        counter += 1
        number = int.from_bytes(hmac.digest(key, f"{list_hash}:{counter}".encode(), "sha256"), "big")
        ticket = number % total + 1
        position = bisect_left(last_tickets, ticket) + 1
        if number < limit and position not in drawn:
            drawn.add(position)
            yield DrawnTicket(counter, ticket, position)
