"""Limit program of the ingest bench: only what has to be computed for each message, without a server around it.

Decode, normalise, match terms and expressions, find links, capitals, symbols and repeats, encode, insert in batches.
Its input is the messages that the server received.
"""

import re
import sqlite3
import time
import unicodedata
from pathlib import Path
from typing import Any, cast

import ahocorasick_rs
import msgspec
import re2

BATCH = 50
ACCENTS = dict.fromkeys(range(0x300, 0x370))
LINK = re.compile(r"https?://|www\.|\b[\w-]+\.(?:com|net|org|tv|gg|io)\b", re.IGNORECASE)
REPEAT = re.compile(r"(.)\1{9,}")


class Emote(msgspec.Struct, gc=False):
    id: str


class Fragment(msgspec.Struct, gc=False):
    type: str
    text: str
    emote: Emote | None = None


class Text(msgspec.Struct):
    text: str
    fragments: list[Fragment]


class Badge(msgspec.Struct, gc=False):
    set_id: str
    id: str


class Message(msgspec.Struct):
    message_id: str
    broadcaster_user_id: str
    chatter_user_id: str
    chatter_user_login: str
    chatter_user_name: str
    color: str
    badges: list[Badge]
    message: Text


class Payload(msgspec.Struct):
    event: Message


class Metadata(msgspec.Struct):
    message_id: str
    message_timestamp: str


class Frame(msgspec.Struct):
    metadata: Metadata
    payload: Payload


class LimitProgram:
    def __init__(self, file: Path, terms: list[str], expressions: list[str], frames: list[bytes]) -> None:
        self._frames = frames
        self._decode = msgspec.json.Decoder(Frame).decode
        self._encode = msgspec.json.Encoder().encode
        self._terms = ahocorasick_rs.AhoCorasick(terms)
        self._expressions = _expression_set(expressions)
        self._database = sqlite3.connect(file, isolation_level=None)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=NORMAL")
        self._database.execute(
            "CREATE TABLE lines (id TEXT PRIMARY KEY, viewer TEXT, text TEXT, sent_at TEXT, line BLOB)"
        )

    def microseconds(self) -> float:
        """Processes all messages; returns the CPU time for one."""
        self._database.execute("DELETE FROM lines")
        began = time.thread_time_ns()
        for start in range(0, len(self._frames), BATCH):
            self._store([self._process(raw) for raw in self._frames[start : start + BATCH]])
        return (time.thread_time_ns() - began) / len(self._frames) / 1_000

    def close(self) -> None:
        self._database.close()

    def _process(self, raw: bytes) -> tuple[Any, ...]:
        frame = self._decode(raw)
        message = frame.payload.event
        text = message.message.text
        plain = text.lower() if text.isascii() else unicodedata.normalize("NFKD", text).translate(ACCENTS).casefold()
        self._terms.find_matches_as_indexes(plain)
        self._expressions.Match(plain)
        if "." in plain or "://" in plain:
            LINK.search(plain)
        REPEAT.search(plain)
        if text != plain:
            sum(map(str.isupper, text))
        sum(map(str.isalnum, text))
        sent_at = frame.metadata.message_timestamp
        return message.message_id, message.chatter_user_id, text, sent_at, self._encode(message)

    def _store(self, rows: list[tuple[Any, ...]]) -> None:
        self._database.execute("BEGIN")
        self._database.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", rows)
        self._database.execute("COMMIT")


def _expression_set(expressions: list[str]) -> Any:  # noqa: ANN401  # the library has no types
    found = cast("Any", re2).Set.SearchSet()
    for expression in expressions:
        found.Add(expression)
    found.Compile()
    return found
