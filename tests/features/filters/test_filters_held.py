"""Messages wait until slowly loading filters have checked them, and staff see that messages wait."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from greenroom.kernel.tasks.threads import COMPILING
from support.filters import FilterChannel, is_removed
from support.greenroom_server import Json

# More words than are compiled on the event loop.
MANY_WORDS = [f"rubbish{number}" for number in range(600)]
# The maximum size of Python's shared thread pool.
SHARED_THREADS = 32


def is_type(kind: str) -> Callable[[Json], bool]:
    return lambda event: event["type"] == kind


@asynccontextmanager
async def occupied_shared_threads() -> AsyncGenerator[None]:
    released = threading.Event()
    waiting = [asyncio.create_task(asyncio.to_thread(released.wait)) for _ in range(SHARED_THREADS)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        released.set()
        await asyncio.gather(*waiting)


@asynccontextmanager
async def occupied_compile_threads() -> AsyncGenerator[None]:
    released = threading.Event()
    waiting = [asyncio.create_task(COMPILING.run(released.wait)) for _ in range(COMPILING.count)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        released.set()
        await asyncio.gather(*waiting)


async def test_messages_do_not_skip_the_filters_while_the_shared_thread_pool_is_busy(on_twitch: FilterChannel) -> None:
    channel = on_twitch
    await channel.ban_words(*MANY_WORDS)
    async with channel.filter_events() as live_events, occupied_shared_threads():
        line = await channel.send_chat("what rubbish7", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))


async def test_messages_are_held_while_filters_load_and_staff_see_it(on_twitch: FilterChannel) -> None:
    channel = on_twitch
    await channel.ban_words(*MANY_WORDS)
    async with channel.filter_events() as live_events:
        async with occupied_compile_threads():
            sent = asyncio.create_task(channel.send_chat("what rubbish7", viewer="marekfixes"))
            await live_events.until(is_type("held"))
            assert await live_events.all_of("line") == []
        line = await sent
        await live_events.until(is_removed(line["message_id"]))
        await live_events.until(is_type("released"))


async def test_changed_filters_apply_to_the_next_message_however_long_they_load(on_twitch: FilterChannel) -> None:
    channel = on_twitch
    await channel.ban_words("nonsense")
    await channel.send_chat("warmed up")
    async with channel.filter_events() as live_events:
        async with occupied_compile_threads():
            await channel.ban_words(*MANY_WORDS)
            sent = asyncio.create_task(channel.send_chat("what rubbish7", viewer="marekfixes"))
            await live_events.until(is_type("held"))
        line = await sent
        await live_events.until(is_removed(line["message_id"]))
