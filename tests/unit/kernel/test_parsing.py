"""Uploads are read in few threads, one at a time for each person; reading stops when the client disconnects."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import pytest
from fastapi import FastAPI
from starlette.requests import Request

from greenroom.kernel.api.dependencies import TurnsDep
from greenroom.kernel.services import ServiceMap, install_services
from greenroom.kernel.tasks.parsing import (
    MAX_UPLOADS_PER_PERSON,
    THREADS,
    ParsingStopped,
    ParsingThreads,
    TooManyUploads,
    stop_if_asked,
)
from greenroom.kernel.tasks.threads import Threads
from greenroom.server import listen_on, running


class EndlessWork:
    """Runs until it is stopped, like the parsing of a very large file."""

    def __init__(self) -> None:
        self.began = asyncio.Event()
        self.ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def __call__(self) -> None:
        self._loop.call_soon_threadsafe(self.began.set)
        try:
            while True:
                stop_if_asked()
        finally:
            self._loop.call_soon_threadsafe(self.ended.set)


def request_of_a_connected_client() -> Request:
    """A request whose client never disconnects."""

    async def receive() -> dict[str, str]:
        await asyncio.Event().wait()
        return {}

    return Request({"type": "http"}, receive)


async def upload(threads: ParsingThreads, person: UUID, work: Callable[[], object]) -> object:
    async with threads.turn(person, request_of_a_connected_client()) as turn:
        return await turn.run(work)


async def test_second_upload_of_a_person_waits_and_another_person_does_not() -> None:
    threads, may_end, order = ParsingThreads(), threading.Event(), list[str]()
    slow = asyncio.create_task(upload(threads, person := uuid4(), may_end.wait))
    later = asyncio.create_task(upload(threads, person, lambda: order.append("same person")))
    await upload(threads, uuid4(), lambda: order.append("another person"))
    may_end.set()
    await asyncio.gather(slow, later)
    assert order == ["another person", "same person"]
    assert threads.uploads == 0
    threads.close()


async def test_person_with_too_many_uploads_is_refused() -> None:
    threads, may_end, person = ParsingThreads(), threading.Event(), uuid4()
    waiting = [asyncio.create_task(upload(threads, person, may_end.wait)) for _ in range(MAX_UPLOADS_PER_PERSON)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyUploads):
        await upload(threads, person, may_end.wait)
    may_end.set()
    await asyncio.gather(*waiting)
    threads.close()


async def test_uploads_that_occupy_every_thread_do_not_delay_other_work() -> None:
    threads, may_end = ParsingThreads(), threading.Event()
    slow = [asyncio.create_task(upload(threads, uuid4(), may_end.wait)) for _ in range(THREADS * 3)]
    await asyncio.to_thread(lambda: None)
    await Threads("other", 1).run(lambda: None)
    may_end.set()
    await asyncio.gather(*slow)
    threads.close()


async def test_work_of_a_cancelled_upload_ends_before_the_next_upload_of_the_person() -> None:
    threads, person, work = ParsingThreads(), uuid4(), EndlessWork()
    running_upload = asyncio.create_task(upload(threads, person, work))
    await work.began.wait()
    running_upload.cancel()
    assert await upload(threads, person, lambda: "read") == "read"
    assert work.ended.is_set()
    threads.close()


async def test_stopping_server_ends_uploads() -> None:
    threads, work = ParsingThreads(), EndlessWork()
    running_upload = asyncio.create_task(upload(threads, uuid4(), work))
    await work.began.wait()
    threads.stop()
    with pytest.raises(ParsingStopped):
        await running_upload
    with pytest.raises(ParsingStopped):
        await upload(threads, uuid4(), lambda: None)
    threads.close()


@asynccontextmanager
async def server_with(work: EndlessWork) -> AsyncGenerator[int]:
    """Serves one route that reads an upload; yields the port."""
    app, services, threads = FastAPI(), ServiceMap(), ParsingThreads()
    services.add(ParsingThreads, threads)
    install_services(app, services)

    @app.post("/")
    async def read(body: dict[str, str], turns: TurnsDep) -> None:
        async with turns(UUID(body["person"])) as turn:
            await turn.run(work)

    listener = listen_on("127.0.0.1", 0)
    async with running(app, listener):
        yield listener.getsockname()[1]
    threads.close()


async def send_upload(port: int) -> asyncio.StreamWriter:
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    body = f'{{"person": "{uuid4()}"}}'
    headers = f"Host: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    writer.write(f"POST / HTTP/1.1\r\n{headers}\r\n{body}".encode())
    await writer.drain()
    return writer


async def test_reading_of_an_upload_stops_when_the_client_disconnects() -> None:
    work = EndlessWork()
    async with server_with(work) as port:
        client = await send_upload(port)
        await work.began.wait()
        client.close()
        await work.ended.wait()


async def test_server_does_not_wait_for_an_upload_when_it_stops() -> None:
    work = EndlessWork()
    async with server_with(work) as port:
        client = await send_upload(port)
        await work.began.wait()
    assert work.ended.is_set()
    client.close()
