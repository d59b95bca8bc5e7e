"""SQLite databases with many stored messages, filled directly and kept between runs."""

import asyncio
import contextlib
import hashlib
import itertools
import os
import random
import shutil
import sqlite3
from collections.abc import Generator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from bench.processes import ROOT
from greenroom.chat.messages.line import Author, ChatLine, Part, encode
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import MIGRATIONS, migrate

CACHE = ROOT / ".cache" / "bench"
MAIN, OTHER = UUID(int=1), UUID(int=2)
CONNECTION = UUID(int=3)
START = datetime(2024, 1, 1, tzinfo=UTC)
# Time between two messages; five million of them span a year and a half.
PACE = timedelta(seconds=9)
VIEWERS = 5_000
# More than half of all messages are from Twitch.
PROVIDERS = ("kick", "youtube", "tiktok", "twitch")
VOCABULARY = 30_000
WORDS_IN_A_LINE = 8
# Lines that are added to the search index in one transaction, as by the pipeline in a busy chat. An index that is built
# at once has segments of other sizes, and how long SQLite takes to merge segments depends on their sizes.
BATCH = 200

COLUMNS = "channel_id, connection_id, provider, message_id, viewer_id, text, sent_at, payload"
INSERT = f"INSERT INTO chat_messages ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  # no outside text
# Indexes many lines as the trigger indexes each line.
INDEX = (
    "INSERT INTO chat_search (rowid, marks, text)"
    " SELECT id, marks, text FROM chat_search_lines WHERE id > ? AND id <= ?"
)
Row = tuple[str, str, str, str, str, str, str, bytes]


def vocabulary() -> list[str]:
    """Made-up words, the most common words first; common words are shorter."""
    chance = random.Random(4)  # noqa: S311  # the same words each time
    syllables = ["".join(pair) for pair in itertools.product("bdfgklmnprstvz", "aeiou")]
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        length = 1 + min(len(words) // 40, 1) + min(len(words) // 1_500, 1) + chance.randrange(2)
        words["".join(chance.choices(syllables, k=length))] = None
    return list(words)


def viewer_id(number: int) -> str:
    """Id of a viewer; lower numbers write more."""
    return str(30_000_000 + number)


def lines(count: int) -> Iterator[Row]:
    chance, words = random.Random(count), vocabulary()  # noqa: S311  # the same messages each time
    stream = chance.choices(words, [1 / (rank + 3) for rank in range(VOCABULARY)], k=1_000_000)
    templates = [_template(number) for number in range(VIEWERS)]
    for number in range(count):
        channel_id = OTHER if number % 10 == 0 else MAIN
        provider = PROVIDERS[min(number % 20 % 7, 3)]
        at = chance.randrange(len(stream) - WORDS_IN_A_LINE)
        text = " ".join(stream[at : at + WORDS_IN_A_LINE])
        sent_at = (START + number * PACE).strftime("%Y-%m-%d %H:%M:%S.%f")
        viewer = int(VIEWERS * chance.random() ** 3)
        payload = templates[viewer] % (provider, f"m{number:010}", text, text)
        yield (
            channel_id.hex,
            CONNECTION.hex,
            provider,
            f"m{number:010}",
            viewer_id(viewer),
            text,
            sent_at,
            payload.encode(),
        )


def _template(number: int) -> str:
    """Encoded message of a viewer with placeholders: to encode each message would take minutes."""
    author = Author(viewer_id(number), f"viewer_{number}", f"Viewer_{number}", "#1e90ff")
    line = ChatLine(CONNECTION, "%s", "%s", "text", START, "%s", (Part("text", "%s"),), author)
    return encode(line).decode()


def stored_chat(count: int) -> Path:
    """Path of a database with `count` messages; built again when the migrations or this file change."""
    made_by = [Path(__file__), *sorted((MIGRATIONS / "versions").glob("0*.py"))]
    version = hashlib.sha256(b"".join(path.read_bytes() for path in made_by)).hexdigest()[:12]
    path = CACHE / f"chat-{count}-{version}.db"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        for outdated in CACHE.glob(f"chat-{count}-*"):
            outdated.unlink()
        unfinished = path.with_suffix(".new")
        unfinished.unlink(missing_ok=True)
        asyncio.run(_migrate(unfinished))
        _fill(unfinished, count)
        unfinished.rename(path)
    return path


def copy_chat(count: int, folder: Path) -> Path:
    """Copies a database with `count` messages and flushes it to disk, so that no commit has to wait for that."""
    copy = folder / "greenroom.db"
    shutil.copy(stored_chat(count), copy)
    with copy.open("rb") as file:
        os.fsync(file.fileno())
    return copy


async def _migrate(path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{path}", MemoryBus().publish)
    await migrate(database.engine)
    await database.close()


def _fill(path: Path, count: int) -> None:
    link = sqlite3.connect(path, isolation_level=None)
    link.execute("PRAGMA synchronous=OFF")
    link.execute("PRAGMA cache_size=-1000000")
    for number, channel_id in enumerate((MAIN, OTHER)):
        link.execute(
            "INSERT INTO channels (id, display_name, sort_name, created_at) VALUES (?, ?, ?, '2024-01-01 00:00:00')",
            (channel_id.hex, f"Channel {number}", f"channel {number}"),
        )
    with _without_indexes(link):
        link.execute("BEGIN")
        link.executemany(INSERT, lines(count))
        link.execute("COMMIT")
    for last in range(0, count, BATCH):
        link.execute(INDEX, (last, last + BATCH))
    link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    link.close()


@contextlib.contextmanager
def _without_indexes(link: sqlite3.Connection) -> Generator[None]:
    """Removes the indexes and triggers inside the block, because inserts are many times as fast without them."""
    found = (
        "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = 'chat_messages' AND type <> 'table' AND sql <> ''"
    )
    dropped = [(kind, name, statement) for kind, name, statement in link.execute(found) if statement]
    for kind, name, _ in dropped:
        link.execute(f"DROP {kind} {name}")
    yield
    for _, _, statement in dropped:
        link.execute(statement)
