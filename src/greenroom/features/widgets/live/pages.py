"""Serves the sockets of the widgets' pages: reads the key in the first frame, then sends the state and changes."""

import asyncio
import contextlib
import hmac
from collections.abc import AsyncGenerator, Callable, Generator
from typing import TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import select
from starlette.websockets import WebSocket

from greenroom.accounts.models.channels import Channel
from greenroom.accounts.topics import CHANNEL_DELETED, CHANNEL_SUSPENDED, public_streams_topic
from greenroom.feature import Services
from greenroom.features.activity.records.presentation import ActivityChanged
from greenroom.features.music.channel_music import ChannelMusic
from greenroom.features.widgets import sources
from greenroom.features.widgets.alerts import queue as alert_queue
from greenroom.features.widgets.alerts import service as alert_service
from greenroom.features.widgets.cache import feeds_of
from greenroom.features.widgets.content.states import StateRequest, read_state
from greenroom.features.widgets.live.clients import client_name
from greenroom.features.widgets.live.feature_data import FEATURE_DATA
from greenroom.features.widgets.live.open_widgets import OpenWidgets
from greenroom.features.widgets.live.page_slots import PageSlots
from greenroom.features.widgets.live.player import AlertPlayer
from greenroom.features.widgets.live.relay import ChannelRelay
from greenroom.features.widgets.live.songs import showing_songs
from greenroom.features.widgets.live.source_lists import SourceLists
from greenroom.features.widgets.live.values import render_text
from greenroom.features.widgets.models import Widget, WidgetSource
from greenroom.features.widgets.service import WIDGET_RESET
from greenroom.features.widgets.settings import settings_json, stored_settings
from greenroom.features.widgets.topics import encode, widget_activity_topic, widget_chat_topic, widget_topic
from greenroom.features.widgets.types.data.settings import DataWidget
from greenroom.features.widgets.types.data.widget_data import WidgetData, WidgetDataQuery
from greenroom.features.widgets.types.text import TextWidget
from greenroom.kernel.bus.bus import Unsubscribe
from greenroom.kernel.crypto.tokens import TOKEN_LENGTH, token_hash
from greenroom.kernel.fast.raw_frames import EncodedFrames
from greenroom.kernel.ids import new_id
from greenroom.kernel.live.connections import (
    BAD_FRAME,
    FORBIDDEN,
    REFUSED,
    RESTARTED,
    Connection,
    MayListen,
    TopicAccess,
)
from greenroom.kernel.live.frames import FrameError
from greenroom.kernel.logs import get_logger
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

HELLO_SECONDS = 10.0
MAX_FRAME_CHARACTERS = 1_000
MAX_PIXELS = 100_000
# Interval between checks of the key: another process may have replaced it while the bus was down.
RECHECK_SECONDS = 30.0
# Sent to pages of a disabled widget: they stay blank until a change of the widget makes them reconnect.
OFF = encode({"type": "off"})
# Bus topics whose payload is a channel id: all its pages reconnect, except the blank ones of disabled widgets.
ALL_OF_CHANNEL = (CHANNEL_DELETED, CHANNEL_SUSPENDED)


class Hello(Struct):
    """The first frame of a page."""

    key: str
    width: int = 0
    height: int = 0
    # A preview in the editor, which is not counted as a source.
    is_preview: bool = False


class Shown(Struct, tag="shown"):
    """A frame with which a page reports that it shows this alert."""

    alert_id: UUID


class OpenPage(Struct, frozen=True):
    widget: Widget
    settings: StrictSchema
    hello: Hello
    client: str

    @property
    def feeds(self) -> frozenset[str]:
        return feeds_of(self.widget.type, self.settings)


Frame = TypeVar("Frame")

_read_hello = msgspec.json.Decoder(Hello).decode
_read_shown = msgspec.json.Decoder(Shown).decode


class WidgetPages:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._kernel = services.kernel
        self.player = AlertPlayer(self._kernel)
        self._relay = ChannelRelay(
            self._kernel.bus, self._kernel.hub, self._on_activity, on_removal=self.player.recheck_texts
        )
        self._open = OpenWidgets(self._send_state)
        self._slots = PageSlots()
        self._source_lists = SourceLists(self._kernel)
        self._tasks = BackgroundTasks()
        self._unsubscribe: Unsubscribe | None = None

    def start(self) -> None:
        self._unsubscribe = self._kernel.bus.subscribe(self._on_reset, WIDGET_RESET, *ALL_OF_CHANNEL)
        self.player.start()
        self._tasks.start(self._renew_sources_forever(), name="widget_sources")

    async def stop(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        await self._tasks.stop()
        await self._open.stop()
        await self.player.stop()
        await self._source_lists.stop()

    async def serve(self, socket: WebSocket, widget_id: UUID) -> None:
        await socket.accept()
        # From here on a change of the widget or its key closes the socket, so the widget read below cannot be outdated.
        async with self._kernel.hub.connected(socket, [widget_topic(widget_id)]) as connection:
            try:
                page = await self._greet(connection, socket, widget_id)
                if page is None:
                    connection.close(FORBIDDEN, "forbidden")
                    return
                with self._slots.take(widget_id, is_preview=page.hello.is_preview) as is_free:
                    if is_free:
                        async with self._showing(connection, page):
                            await self._read_frames(connection, page)
                    else:
                        connection.close(FORBIDDEN, "too many pages")
            except FrameError as error:
                connection.close(BAD_FRAME, str(error))

    async def _greet(self, connection: Connection, socket: WebSocket, widget_id: UUID) -> OpenPage | None:
        """Reads the first frame; None without the right key."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await connection.next_text()
        except TimeoutError:
            return None
        if text is None:
            return None
        hello = _parse(_read_hello, text)
        widget = await self._find(widget_id, hello.key)
        if widget is None:
            return None
        settings = stored_settings(widget.type, widget.settings)
        return OpenPage(widget, settings, hello, client_name(socket.headers.get("user-agent", "")))

    async def _find(self, widget_id: UUID, key: str) -> Widget | None:
        if len(key) != TOKEN_LENGTH:
            return None
        async with self._kernel.database.read() as session:
            widget = await session.scalar(
                select(Widget)
                .join(Channel, Channel.id == Widget.channel_id)
                .where(Widget.id == widget_id, Channel.deleting_since.is_(None), Channel.suspended_at.is_(None))
            )
        is_right = widget is not None and hmac.compare_digest(widget.key_hash, token_hash(key))
        return widget if is_right else None

    @contextlib.asynccontextmanager
    async def _showing(self, connection: Connection, page: OpenPage) -> AsyncGenerator[None]:
        widget = page.widget
        async with self._listed_as_source(page):
            if not widget.is_enabled and not page.hello.is_preview:
                connection.push(EncodedFrames((OFF,)))
                yield
                return
            self._relay.join(widget.channel_id)
            try:
                self._listen(connection, page)
                # Begins before the state is read, so that no change is missed.
                with self._refreshed(page):
                    connection.push(EncodedFrames((await self._state_frame(page),)))
                    async with self._playing(connection, page):
                        yield
            finally:
                self._relay.leave(widget.channel_id)

    @contextlib.contextmanager
    def _refreshed(self, page: OpenPage) -> Generator[None]:
        """While the page is open, sends the state again: texts at an interval, goals and feature data on changes."""
        widget = page.widget
        with contextlib.ExitStack() as running:
            running.enter_context(self._open.opened(widget.id, widget.revision, widget.channel_id, page.settings))
            if (data := FEATURE_DATA.get(widget.type)) is not None:
                running.callback(self._watch(widget, data))
            yield

    def _watch(self, widget: Widget, data: WidgetData) -> Unsubscribe:
        return self._kernel.bus.subscribe(
            lambda _, __: self._open.refresh(widget.id, data.seconds), data.topic(widget.channel_id)
        )

    @contextlib.asynccontextmanager
    async def _playing(self, connection: Connection, page: OpenPage) -> AsyncGenerator[None]:
        """While the page is open, plays its alerts or sends it each new song; nothing for other types of widgets."""
        widget = page.widget
        with contextlib.ExitStack() as running:
            if widget.type == "alerts":
                self.player.join(widget.channel_id, widget.id)
                running.callback(self.player.leave, widget.id)
            elif widget.type == "now_playing":
                music = self._services.provided.get(ChannelMusic)
                running.enter_context(showing_songs(music, connection, widget.channel_id))
            yield

    @contextlib.asynccontextmanager
    async def _listed_as_source(self, page: OpenPage) -> AsyncGenerator[None]:
        """Lists the page among the widget's sources while it is open, unless it is a preview."""
        if page.hello.is_preview:
            yield
            return
        widget, hello, now = page.widget, page.hello, self._kernel.clock()
        source = WidgetSource(
            id=new_id(),
            widget_id=widget.id,
            owner=self._kernel.owner,
            client=page.client,
            width=min(max(hello.width, 0), MAX_PIXELS),
            height=min(max(hello.height, 0), MAX_PIXELS),
            connected_at=now,
            seen_at=now,
        )
        async with self._kernel.database.write() as session:
            session.add(source)
        self._source_lists.mark_changed(widget.channel_id, widget.id)
        try:
            yield
        finally:
            async with self._kernel.database.write() as session:
                await sources.remove_source(session, source.id)
            self._source_lists.mark_changed(widget.channel_id, widget.id)

    def _listen(self, connection: Connection, page: OpenPage) -> None:
        check, channel_id = self._access_check(page), page.widget.channel_id
        own = widget_topic(page.widget.id)
        self._kernel.hub.listen(connection, own, check, TopicAccess(is_allowed=True, seconds=RECHECK_SECONDS))
        topics = {
            "chat": widget_chat_topic(channel_id),
            "activity": widget_activity_topic(channel_id),
            "streams": public_streams_topic(channel_id),
        }
        for feed in page.feeds:
            self._kernel.hub.listen(connection, topics[feed], check, TopicAccess(is_allowed=True))

    def _access_check(self, page: OpenPage) -> MayListen:
        own = widget_topic(page.widget.id)

        async def may_listen(topic: str) -> TopicAccess:
            if await self._find(page.widget.id, page.hello.key) is None:
                return REFUSED
            return TopicAccess(is_allowed=True, seconds=RECHECK_SECONDS if topic == own else None)

        return may_listen

    async def _state_frame(self, page: OpenPage) -> bytes:
        widget = page.widget
        async with self._kernel.database.read() as session:
            language = await session.scalar(select(Channel.language).where(Channel.id == widget.channel_id))
        shown = {
            "id": widget.id,
            "type": widget.type,
            "settings": settings_json(page.settings),
            "css": widget.css,
            "language": language,
        }
        state = await self._read_state(widget, page.settings)
        return encode({"type": "state", "revision": widget.revision, "widget": shown, "state": state})

    async def _read_state(self, widget: Widget, settings: StrictSchema) -> dict[str, object]:
        if isinstance(settings, TextWidget):
            return {"text": await render_text(self._services, widget.channel_id, settings)}
        data = FEATURE_DATA.get(widget.type)
        async with self._kernel.database.read() as session:
            declared: dict[str, object] = {}
            if data is not None:
                query = settings.query() if isinstance(settings, DataWidget) else WidgetDataQuery(limit=0)
                declared = await data.read(session, widget.channel_id, query, self._kernel.clock())
            request = StateRequest(
                session, widget.channel_id, widget.id, widget.created_at, settings, self._kernel.clock()
            )
            return await read_state(widget.type, request) | declared

    async def _send_state(self, widget_id: UUID) -> None:
        """Reads the state of an open widget again and sends it to its pages."""
        async with self._kernel.database.read() as session:
            widget = await session.get(Widget, widget_id)
        if widget is None:
            return
        settings = stored_settings(widget.type, widget.settings)
        state = await self._read_state(widget, settings)
        self._kernel.hub.publish(widget_topic(widget_id), encode({"type": "update", "state": state}))

    async def _read_frames(self, connection: Connection, page: OpenPage) -> None:
        while (text := await connection.next_text()) is not None:
            shown = _parse(_read_shown, text)
            if not page.hello.is_preview:
                async with self._kernel.database.write() as session:
                    await alert_queue.mark_shown(session, page.widget.id, shown.alert_id)

    def _on_reset(self, topic: str, payload: bytes) -> None:
        """Closes pages, which reconnect at once and get the new settings or, without the right key, nothing."""
        subject = UUID(payload.decode())
        for widget_id in self._open.of_channel(subject) if topic in ALL_OF_CHANNEL else (subject,):
            self._kernel.hub.close_tag(widget_topic(widget_id), RESTARTED, "changed")

    def _on_activity(self, channel_id: UUID, changed: ActivityChanged) -> None:
        if changed.activity.is_test:
            self._tasks.start(self._show_test(channel_id, changed), name="widget_test_alert")
        else:
            self._open.refresh_goals(channel_id)

    async def _show_test(self, channel_id: UUID, changed: ActivityChanged) -> None:
        """Queues alerts for a test activity; each process with open pages tries, and the queue keeps the first."""
        async with self._kernel.database.write() as session:
            await alert_service.enqueue_activity(session, channel_id, changed.activity, self._kernel.clock())

    async def _renew_sources_forever(self) -> None:
        while True:
            await asyncio.sleep(sources.HEARTBEAT_SECONDS)
            try:
                await self.renew_sources()
            except Exception:
                log.exception("widget_sources_not_renewed")

    async def renew_sources(self) -> None:
        """Keeps the pages of this process in the lists of sources; writes nothing without such pages."""
        if self._slots.has_sources:
            async with self._kernel.database.write() as session:
                await sources.renew_sources(session, self._kernel.owner, self._kernel.clock())


def _parse(decode: Callable[[str], Frame], text: str) -> Frame:
    if len(text) > MAX_FRAME_CHARACTERS:
        raise FrameError("frame too large")
    try:
        return decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise FrameError("frame not understood") from error
