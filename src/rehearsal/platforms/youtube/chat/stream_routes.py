"""Route that streams a chat as one JSON array, which is written in chunks."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Generator
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import Response, StreamingResponse

from rehearsal.platforms.youtube import methods
from rehearsal.platforms.youtube.broadcasts.studio import Studio
from rehearsal.platforms.youtube.calls import Call, call_to, missing
from rehearsal.platforms.youtube.chat.live_chat import Chat, Watcher
from rehearsal.platforms.youtube.chat.message_routes import check_open, encode_list, start_of
from rehearsal.platforms.youtube.chat.message_tally import count_served
from rehearsal.platforms.youtube.errors import requested_failure
from rehearsal.platforms.youtube.ids import page_token
from rehearsal.platforms.youtube.platform import CUT_OFF, END_OF_ARRAY, YouTube, YouTubeDep

MAX_MESSAGES_PER_CHUNK = 2_000

router = APIRouter(prefix="/youtube/v3/liveChat")


@router.get("/messages/stream")
async def stream_messages(
    call: Annotated[Call, Depends(call_to(methods.MESSAGES_STREAM))], youtube: YouTubeDep
) -> Response:
    if youtube.stream_error_status is not None:
        raise requested_failure(youtube.stream_error_status)
    for name in ("liveChatId", "part"):
        if not call.text(name):
            raise missing(name)
    studio, broadcast = youtube.find_chat(call.text("liveChatId"))
    check_open(youtube, broadcast.chat)
    stream = ChatStream(youtube, studio, broadcast.chat, call)
    return StreamingResponse(stream.chunks(), media_type="application/json; charset=UTF-8")


class ChatStream:
    def __init__(self, youtube: YouTube, studio: Studio, chat: Chat, call: Call) -> None:
        self._youtube = youtube
        self._studio = studio
        self._chat = chat
        self._call = call
        self._watcher = Watcher(start_of(youtube, chat, "stream", call.text("pageToken")), call.person.id)

    async def chunks(self) -> AsyncGenerator[bytes]:
        rehearsal, login = self._youtube.rehearsal, self._call.person.login
        with self._watching():
            rehearsal.events.record("stream_opened", platform=self._youtube.key, login=login)
            try:
                yield b"[" + self._next()
                async for chunk in self._updates():
                    yield chunk
            finally:
                rehearsal.events.record("stream_closed", platform=self._youtube.key, login=login)

    async def _updates(self) -> AsyncGenerator[bytes]:
        watcher, chat = self._watcher, self._chat
        if chat.offline_at is not None:
            watcher.end(END_OF_ARRAY)
        while True:
            await watcher.changed.wait()
            watcher.changed.clear()
            if watcher.last == CUT_OFF:
                return
            if watcher.position < chat.end:
                yield b"," + self._next()
            elif watcher.last is not None and chat.offline_at is not None:
                # The last element has the time at which the chat ended.
                yield b"," + self._next()
            if watcher.position < chat.end:
                watcher.changed.set()
            elif watcher.last is not None:
                yield watcher.last
                return

    def _next(self) -> bytes:
        found, self._watcher.position = self._chat.since(self._watcher.position, MAX_MESSAGES_PER_CHUNK)
        count_served(self._youtube.rehearsal.tallies, self._studio.person.login, found)
        token = page_token("stream", self._watcher.position)
        return encode_list(self._chat, found, token, self._call, {})

    @contextlib.contextmanager
    def _watching(self) -> Generator[None]:
        lifetime = asyncio.create_task(self._end_after_lifetime())
        self._chat.watchers.append(self._watcher)
        try:
            yield
        finally:
            self._chat.watchers.remove(self._watcher)
            lifetime.cancel()

    async def _end_after_lifetime(self) -> None:
        clock = self._youtube.rehearsal.clock
        await clock.sleep_until(clock.after(self._youtube.limits.stream_seconds))
        self._watcher.end(END_OF_ARRAY)
