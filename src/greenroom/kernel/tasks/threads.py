"""Threads for each kind of work, so that slow work of one kind does not delay another."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter, thread_time
from typing import ParamSpec, TypeVar

from msgspec import Struct

Arguments = ParamSpec("Arguments")
Item = TypeVar("Item")
Result = TypeVar("Result")

# A call with more CPU time marks its `MatchingSpeed` as slow: later calls run in a thread.
MAX_CALL_SECONDS = 0.005
# The calls of one batch take no more of the event loop than this.
MAX_LOOP_SECONDS = 0.025


class Threads:
    """A few threads for one kind of work; further calls wait."""

    def __init__(self, name: str, count: int) -> None:
        self._executor = ThreadPoolExecutor(count, thread_name_prefix=name)
        self.count = count

    async def run(self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._executor, partial(work, *args, **kwargs))


# Threads for filters and commands; uploads have their own threads, see `parsing.py`.
COMPILING = Threads("compiling", 2)
MATCHING = Threads("matching", 4)
# Filters that staff try out, and explanations.
DRY_RUNS = Threads("dry_run", 2)


class MatchingSpeed(Struct):
    """Whether matching takes too long for the event loop; kept for the filters of a channel, and for its commands."""

    is_slow: bool = False


async def call_each(call: Callable[[Item], Result], items: Sequence[Item], speed: MatchingSpeed) -> list[Result]:
    """Calls in order: on the event loop while the calls are short, the rest in a thread."""
    results = [] if speed.is_slow else _call_while_short(call, items, speed)
    if len(results) == len(items):
        return results
    stop = threading.Event()
    try:
        return results + await MATCHING.run(_call_rest, call, items[len(results) :], stop)
    finally:
        # A cancelled batch is tried again: two threads must not work on the same state.
        stop.set()


def _call_while_short(call: Callable[[Item], Result], items: Sequence[Item], speed: MatchingSpeed) -> list[Result]:
    results: list[Result] = []
    began_cpu = thread_time()
    began = last = perf_counter()
    for item in items:
        results.append(call(item))
        now = perf_counter()
        # On a busy machine a short call may be interrupted for long. The calls before it took `last - began` at most.
        if now - last > MAX_CALL_SECONDS and thread_time() - began_cpu - (last - began) > MAX_CALL_SECONDS:
            speed.is_slow = True
            break
        if now - began > MAX_LOOP_SECONDS:
            break
        last = now
    return results


def _call_rest(call: Callable[[Item], Result], items: Sequence[Item], stop: threading.Event) -> list[Result]:
    results: list[Result] = []
    for item in items:
        if stop.is_set():
            break
        results.append(call(item))
    return results
