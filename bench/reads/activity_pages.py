"""CPU time of a page of the activity feed, among few activities and among a hundred times as many."""

import asyncio
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import UUID

from bench.figures import Figures
from bench.reads.filled_tables import CHANNEL, MOMENT, Row, empty_row, open_filled
from bench.reads.growth import Read, compare_growth
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.pages import (
    ActivityFilter,
    SizeFilter,
    Sources,
    Span,
    newest_activities,
    smaller_activities,
)
from greenroom.features.activity.records.presentation import activity_out
from greenroom.features.activity.records.sizes import size_level, size_of
from greenroom.features.activity.records.values import value_level
from greenroom.kernel.db.database import Database

FEW, MANY = 10_000, 1_000_000
PER_PAGE = 100
CONNECTION = UUID(int=2)
PROVIDERS = ("twitch", "youtube", "kick", "tiktok")
# Every tenth activity has a value in dollars; all others are free.
FREE, PAID = ("follow", "like", "share", "redemption"), ("cheer", "sub", "tip", "gift_bomb")


def _pairs(kinds: Sequence[str], providers: Sequence[str]) -> list[tuple[str, str]]:
    return [(provider, kind) for provider in providers for kind in kinds]


DOLLAR = 1_000_000
FILTERS: dict[str, ActivityFilter | SizeFilter] = {
    "all": ActivityFilter(),
    "one kind": ActivityFilter(Sources(["sub"], PROVIDERS)),
    "all but one kind": ActivityFilter(Sources([*FREE, *PAID[1:]], PROVIDERS)),
    "one platform": ActivityFilter(Sources([*FREE, *PAID], ["kick"])),
    "from a dollar": ActivityFilter(minimum=DOLLAR),
    "from 15 dollars": ActivityFilter(minimum=15 * DOLLAR),
    "some kinds from 5 dollars": ActivityFilter(Sources([*FREE, *PAID[1:]], PROVIDERS), 5 * DOLLAR),
    "small ones hidden": SizeFilter(
        _pairs((*FREE, *PAID), PROVIDERS), {"cheer": 100, "sub": 2, "tip": 2, "gift_bomb": 5}
    ),
    "only large ones": SizeFilter(_pairs(PAID, PROVIDERS), {"cheer": 100, "sub": 6, "tip": 10, "gift_bomb": 20}),
    "two platforms": SizeFilter(_pairs(PAID, PROVIDERS[:2]), {"cheer": 10, "sub": 2, "tip": 2, "gift_bomb": 20}),
}


def measure_activity_pages(few: int = FEW, many: int = MANY) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return asyncio.run(_measure(Path(folder), few, many))


async def _measure(folder: Path, few: int, many: int) -> Figures:
    databases = [(await open_filled(folder / f"{count}.db", {Activity: _rows(count)}), count) for count in (few, many)]
    reads = {
        f"{name}, {place}": _read(shown, is_deep=place == "anywhere")
        for name, shown in FILTERS.items()
        for place in ("newest", "anywhere")
    }
    figure = await compare_growth(databases, reads)
    for database, _ in databases:
        await database.close()
    return {"activity-page": figure}


def _read(shown: ActivityFilter | SizeFilter, *, is_deep: bool) -> Read:
    async def read(database: Database, chance: random.Random, count: int) -> None:
        # A position in the newer half, where a full page of older activities is left.
        before = UUID(int=chance.randrange(count // 2, count)) if is_deep else None
        async with database.read() as session:
            rows = await newest_activities(session, CHANNEL, shown, before, PER_PAGE)
            if isinstance(shown, SizeFilter):
                await smaller_activities(session, CHANNEL, shown, Span(before, rows[-1].id), PER_PAGE)
        assert len(rows) == PER_PAGE, (shown, count, len(rows))
        for row in rows:
            activity_out(row).model_dump_json()

    return read


def _rows(count: int) -> Iterator[Row]:
    empty = empty_row(Activity)
    chance = random.Random(count)  # noqa: S311  # the same each time
    for number in range(count):
        is_paid = number % 10 == 0
        value = int(DOLLAR * chance.paretovariate(0.5)) if is_paid else 0
        kind = chance.choice(PAID if is_paid else FREE)
        amount = value // DOLLAR * 10
        size = size_of(kind, months=amount // 10, count=amount, amount=amount, value=value)
        yield {
            **empty,
            "id": UUID(int=number).hex,
            "channel_id": CHANNEL.hex,
            "connection_id": CONNECTION.hex,
            "provider": chance.choice(PROVIDERS),
            "activity_key": f"activity-{number}",
            "kind": kind,
            "viewer_name": "Viewer",
            "value": value,
            "value_level": value_level(value),
            "size_level": size_level(kind, size),
            "recipients": "[]",
            "added_reports": "[]",
            "happened_at": MOMENT,
            "received_at": MOMENT,
            **dict.fromkeys(("count", "amount", "months", "is_backlog", "is_test"), 0),
        }
