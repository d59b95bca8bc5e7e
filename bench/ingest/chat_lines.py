"""Texts of the ingest bench's chat messages: the same for Greenroom and for the program it is compared with."""

import contextlib
import json
import random
from collections.abc import Generator

from greenroom.platforms.twitch.eventsub import socket
from greenroom.platforms.twitch.eventsub.frames import AnyFrame

COUNT = 2_000
# The bar holds for texts of these lengths. A shorter text needs less computing, but the other costs remain.
MIN_LENGTH, MAX_LENGTH = 60, 200
COMMON_SHARE = 0.6
COMMON = (
    *("the", "a", "i", "you", "this", "is", "that", "to", "and", "when", "how", "why", "please", "nice", "next"),
    *("stream", "game", "chat", "song", "clip", "play", "lol", "gg", "wp", "KEKW", "PogChamp", "Kappa", "LUL"),
)
VOCABULARY = 6_000
CONSONANTS, VOWELS, ENDINGS = "bcdfghklmnprstvwz", "aeiou", ("", "n", "r", "st", "x")
# A new channel has some of these commands, and answers them as often as their cooldowns allow.
CALLS, CALL_SHARE = ("!song", "!uptime", "!raffle", "!nope"), 0.05
LINK, LINK_SHARE = "https://example.com/x", 0.03
# Not ASCII, so that the text is normalised without the fast path.
UNUSUAL, UNUSUAL_SHARE = "\u00f1\u2764", 0.2


def chat_lines() -> list[str]:
    chance = random.Random(11)  # noqa: S311  # the same lines each time
    vocabulary = [_word(chance) for _ in range(VOCABULARY)]
    return [_line(chance, vocabulary) for _ in range(COUNT)]


def _word(chance: random.Random) -> str:
    syllables = [chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in range(chance.randint(2, 4))]
    return "".join(syllables) + chance.choice(ENDINGS)


def _line(chance: random.Random, vocabulary: list[str]) -> str:
    length = chance.randint(MIN_LENGTH, MAX_LENGTH)
    words = [chance.choice(CALLS)] if chance.random() < CALL_SHARE else []
    while len(" ".join(words)) < length:
        words.append(chance.choice(COMMON if chance.random() < COMMON_SHARE else vocabulary))
    if chance.random() < LINK_SHARE:
        words.append(LINK)
    if chance.random() < UNUSUAL_SHARE:
        words.append(UNUSUAL)
    return " ".join(words)


@contextlib.contextmanager
def recorded_messages() -> Generator[list[bytes]]:
    """Collects the raw chat messages that the Twitch adapter receives inside the block."""
    frames: list[bytes] = []
    read = socket.read_frame

    def record(raw: bytes) -> AnyFrame:
        if json.loads(raw)["metadata"].get("subscription_type") == "channel.chat.message":
            frames.append(bytes(raw))
        return read(raw)

    socket.read_frame = record
    try:
        yield frames
    finally:
        socket.read_frame = read
