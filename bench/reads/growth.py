"""How much more CPU time a read costs among many rows than among few."""

import random
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bench.figures import Figure
from greenroom.kernel.db.database import Database

ROUNDS = 40
MILLISECONDS_PER_SECOND = 1e3

# Reads once, from a database with this number of rows.
Read = Callable[[Database, random.Random, int], Awaitable[object]]


async def compare_growth(databases: Sequence[tuple[Database, int]], reads: Mapping[str, Read]) -> Figure:
    """Divides each read's CPU time among many rows by that among few; the figure is the largest of these ratios."""
    ratios: list[float] = []
    details: list[str] = []
    for name, read in reads.items():
        spent: tuple[list[float], list[float]] = ([], [])
        for number in range(ROUNDS):
            for (database, count), times in zip(databases, spent, strict=True):
                # CPU time of all threads, the database's thread included.
                began = time.process_time()
                await read(database, random.Random(number), count)  # noqa: S311  # the same for both
                times.append(time.process_time() - began)
        small, large = (statistics.median(times[5:]) * MILLISECONDS_PER_SECOND for times in spent)
        ratios.append(large / small)
        details.append(f"{name}: {small:.2f} ms among few, {large:.2f} ms among many, {large / small:.2f} x")
    return Figure(max(ratios), tuple(details))
