"""The live hub: delivers published messages to the subscribed sockets of this process."""

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from itertools import count

from starlette.websockets import WebSocket

from greenroom.kernel.bus.bus import Handlers, Unsubscribe
from greenroom.kernel.live.connections import (
    FORBIDDEN,
    RESTARTED,
    Connection,
    ConnectionList,
    Counts,
    MayListen,
    TopicAccess,
    TopicGrant,
)
from greenroom.kernel.live.frames import Denied, Subscribe, encode_frame
from greenroom.kernel.live.topics import Budget, Topic
from greenroom.kernel.tasks.background import BackgroundTasks

# The first event is sent at once; those that follow within a tick share one frame.
TICK_SECONDS = 0.03
HISTORY_BYTES = 64 * 2**20
# How long a topic without subscribers keeps its history, for clients that reconnect.
IDLE_SECONDS = 120.0
MAX_IDLE_TOPICS = 10_000
# Minimum time to the next check: a timer may end slightly before the clock shows the end of access.
MIN_CHECK_SECONDS = 0.01


class Hub:
    def __init__(
        self,
        *,
        history_bytes: int = HISTORY_BYTES,
        idle_seconds: float = IDLE_SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.counts = Counts()
        # Incremented whenever access may have been lost; older checks must be repeated.
        self.access_version = 0
        self._topics: dict[str, Topic] = {}
        # The topics without sockets, each with the time at which the last one left; the earliest time comes first.
        self._idle_since: OrderedDict[str, float] = OrderedDict()
        self._connections: set[Connection] = set()
        self._tagged: dict[str, set[Connection]] = {}
        self._checks = BackgroundTasks()
        self._on_join = Handlers[[str]]()
        self._watchers = Handlers[Connection, str, bool]()
        self._budget = Budget(history_bytes)
        self._idle_seconds = idle_seconds
        self._now = now
        self._epoch_prefix = secrets.token_hex(4)
        self._epochs = count(1)

    def on_join(self, handler: Callable[[str], None]) -> Unsubscribe:
        """Calls `handler` with the topic whenever a socket begins to listen to it or subscribes to it."""
        return self._on_join.add(handler)

    def watch(self, watcher: Callable[[Connection, str, bool], None]) -> Unsubscribe:
        """Calls `watcher` whenever a socket gets a topic (True) or loses it (False)."""
        return self._watchers.add(watcher)

    def joined_topics(self) -> list[str]:
        """Topics with at least one listener or subscriber."""
        return [name for name, topic in self._topics.items() if not topic.is_idle]

    def publish(self, topic: str, payload: bytes) -> None:
        self.publish_all(topic, (payload,))

    def publish_all(self, topic: str, payloads: Sequence[bytes]) -> None:
        """Publishes payloads to a topic, each one JSON value; slow clients do not block the caller."""
        if self._idle_since:
            self._forget_idle()
        known = self._topics.get(topic)
        # An unknown topic has had no subscribers, or none for so long that they will have to refetch.
        if known is None or not payloads:
            return
        if known.timer is not None:
            known.waiting.extend(payloads)
            return
        known.deliver(payloads)
        if not known.is_idle:
            self._start_tick(known)

    def new_epoch(self) -> None:
        """Begins a new epoch of all topics, because events and changes of access may have been missed."""
        for name in list(self._idle_since):
            self._forget(name)
        for topic in list(self._topics.values()):
            topic.begin(self._next_epoch())
            topic.subscribers.push(topic.refetch())
            for listener in topic.listeners.all:
                listener.close(RESTARTED, "events may have been missed")
        self.recheck(lambda _: True)

    def recheck(self, concerns: Callable[[str], bool]) -> asyncio.Task[None]:
        """Repeats the access check of every subscription to matching topics, and ends those without access."""
        self.access_version += 1
        return self._checks.start(self._recheck(concerns), name="recheck_access")

    def recheck_tag(self, tag: str) -> asyncio.Task[None]:
        """Repeats the access checks of the sockets with this tag, and ends subscriptions without access."""
        self.access_version += 1
        return self._checks.start(self._recheck_sockets(list(self._tagged.get(tag, ()))), name="recheck_access")

    def recheck_tagged(self) -> asyncio.Task[None]:
        """Repeats the access checks of all sockets with a tag, one socket after the other."""
        self.access_version += 1
        tagged = dict.fromkeys(connection for connections in self._tagged.values() for connection in connections)
        return self._checks.start(self._recheck_sockets(tagged), name="recheck_access")

    def close_tag(self, tag: str, code: int, reason: str) -> None:
        self.access_version += 1
        for connection in self._tagged.get(tag, ()):
            connection.close(code, reason)

    def restart(self, name: str) -> None:
        """Begins a new epoch of one topic: closes listeners; each subscriber gets nothing until it is checked again."""
        self.access_version += 1
        topic = self._topics.get(name)
        if topic is None:
            return
        topic.begin(self._next_epoch())
        for listener in topic.listeners.all:
            listener.close(RESTARTED, "events may have been missed")
        to_readmit, topic.subscribers = topic.subscribers.all, ConnectionList()
        self._checks.start(self._readmit(topic, to_readmit), name="recheck_access")

    async def stop(self) -> None:
        await self._checks.stop()
        for connection in self._connections:
            connection.close(RESTARTED, "server stops")
        for topic in self._topics.values():
            topic.begin(self._next_epoch())
        await asyncio.gather(*(item.closed() for item in self._connections), return_exceptions=True)

    @contextlib.asynccontextmanager
    async def connected(self, socket: WebSocket, tags: Iterable[str]) -> AsyncGenerator[Connection, None]:
        """Registers an accepted socket while it is served; `tags` name its user, sign-in session or widget."""
        connection = Connection(socket, tags, self.counts)
        self._connections.add(connection)
        for tag in connection.tags:
            self._tagged.setdefault(tag, set()).add(connection)
        self.counts.sockets += 1
        try:
            yield connection
        finally:
            self.counts.sockets -= 1
            self._connections.discard(connection)
            self._remove_tags(connection)
            for name in list(connection.grants):
                self.leave(connection, name)
            await connection.closed()

    def listen(self, connection: Connection, name: str, may_listen: MayListen, access: TopicAccess) -> None:
        """From now on, sends each event of the topic to this listener as one frame, unchanged."""
        self._grant(connection, name, may_listen, access)
        self._topic(name).listeners.add(connection)

    def subscribe(
        self,
        connection: Connection,
        frame: Subscribe,
        may_listen: MayListen,
        access: TopicAccess,
        *,
        has_replay: bool = True,
    ) -> None:
        """Sends the events that the client missed, or a refetch; from now on, sends events in numbered frames."""
        self._grant(connection, frame.topic, may_listen, access)
        topic = self._topic(frame.topic, has_replay=has_replay)
        for batch in topic.response_to(frame.epoch, frame.seq):
            connection.push(batch)
        topic.subscribers.add(connection)

    def leave(self, connection: Connection, name: str) -> None:
        topic = self._topics.get(name)
        if not connection.revoke(name):
            return
        self._watchers.call(connection, name, False)
        if topic is None:
            return
        topic.subscribers.discard(connection)
        topic.listeners.discard(connection)
        if topic.is_idle:
            topic.stop_tick()
            self._idle_since[name] = self._now()
            self._forget_idle()

    def deny(self, connection: Connection, name: str, reason: str) -> None:
        topic = self._topics.get(name)
        if topic is not None and connection in topic.listeners:
            connection.close(FORBIDDEN, reason or "forbidden")
            return
        self.leave(connection, name)
        connection.push(encode_frame(Denied(name, reason)))

    async def _recheck(self, concerns: Callable[[str], bool]) -> None:
        for topic in [topic for topic in self._topics.values() if concerns(topic.name)]:
            for connection in [*topic.subscribers.all, *topic.listeners.all]:
                await self.recheck_connection(connection, topic.name)

    async def _recheck_sockets(self, connections: Iterable[Connection]) -> None:
        for connection in connections:
            for name in list(connection.grants):
                await self.recheck_connection(connection, name)

    async def recheck_connection(self, connection: Connection, name: str) -> None:
        """Checks the access of a client to a topic again; ends the subscription if access is lost."""
        grant = connection.grants.get(name)
        if grant is None or connection.is_closed:
            return
        self._apply_check(connection, name, grant, await connection.check_access(name, grant.may_listen))

    async def check_until_stable(self, connection: Connection, name: str, may_listen: MayListen) -> TopicAccess:
        """Checks access; repeats a check that allowed it if the hub's `access_version` changed meanwhile."""
        while True:
            version = self.access_version
            access = await connection.check_access(name, may_listen)
            if version == self.access_version or not access.is_allowed:
                return access

    async def _readmit(self, topic: Topic, connections: Iterable[Connection]) -> None:
        for connection in connections:
            grant = connection.grants.get(topic.name)
            if grant is None or connection.is_closed:
                continue
            access = await self.check_until_stable(connection, topic.name, grant.may_listen)
            if self._apply_check(connection, topic.name, grant, access):
                # The topic may have been removed as idle meanwhile.
                current = self._topics.setdefault(topic.name, topic)
                self._idle_since.pop(topic.name, None)
                current.subscribers.add(connection)
                connection.push(current.refetch())

    def _apply_check(self, connection: Connection, name: str, grant: TopicGrant, access: TopicAccess) -> bool:
        """Applies the result of a check; returns False if the subscription has ended or was replaced meanwhile."""
        if connection.grants.get(name) is not grant:
            return False
        if access.is_allowed:
            grant.set_timer(self._start_timer(connection, name, access))
        else:
            self.deny(connection, name, access.reason)
        return access.is_allowed

    def _grant(self, connection: Connection, name: str, may_listen: MayListen, access: TopicAccess) -> None:
        is_renewed = connection.revoke(name)
        connection.grants[name] = TopicGrant(may_listen, self._start_timer(connection, name, access))
        self._on_join.call(name)
        if not is_renewed:
            self._watchers.call(connection, name, True)

    def _start_timer(self, connection: Connection, name: str, access: TopicAccess) -> asyncio.TimerHandle | None:
        if access.seconds is None:
            return None
        seconds = max(access.seconds, MIN_CHECK_SECONDS)
        return asyncio.get_running_loop().call_later(seconds, self._recheck_one, connection, name)

    def _recheck_one(self, connection: Connection, name: str) -> None:
        self._checks.start(self.recheck_connection(connection, name), name="recheck_access")

    def _remove_tags(self, connection: Connection) -> None:
        for tag in connection.tags:
            self._tagged[tag].discard(connection)
            if not self._tagged[tag]:
                del self._tagged[tag]

    def _topic(self, name: str, *, has_replay: bool = True) -> Topic:
        self._forget_idle()
        self._idle_since.pop(name, None)
        topic = self._topics.get(name)
        if topic is None:
            topic = self._topics[name] = Topic(name, self._next_epoch(), self._budget, has_replay=has_replay)
        return topic

    def _next_epoch(self) -> str:
        # A recreated topic counts from the start again, so it needs a new epoch.
        return f"{self._epoch_prefix}-{next(self._epochs)}"

    def _start_tick(self, topic: Topic) -> None:
        topic.timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._end_tick, topic)

    def _end_tick(self, topic: Topic) -> None:
        had_events = bool(topic.waiting)
        topic.stop_tick()
        if had_events:
            self._start_tick(topic)

    def _forget_idle(self) -> None:
        while self._idle_since:
            name, since = next(iter(self._idle_since.items()))
            if self._now() - since < self._idle_seconds and len(self._idle_since) <= MAX_IDLE_TOPICS:
                return
            self._forget(name)

    def _forget(self, name: str) -> None:
        del self._idle_since[name]
        self._topics.pop(name).begin(self._next_epoch())
