"""Passes activities and removed chat lines to the widgets of this process, while sockets of a channel are open."""

from collections.abc import Callable
from uuid import UUID

import msgspec
from msgspec import Struct, field

from greenroom.accounts.topics import activity_topic, public_chat_topic
from greenroom.features.activity.records.presentation import ActivityChanged
from greenroom.features.widgets.topics import widget_chat_topic
from greenroom.kernel.bus.bus import Bus, Unsubscribe
from greenroom.kernel.live.hub import Hub

# Messages of the public chat that remove lines. New lines reach widgets from the pipeline.
_REMOVALS = frozenset({"removed", "swept", "refetch"})


class _Typed(Struct):
    type: str = ""


_read_type = msgspec.json.Decoder(_Typed).decode

OnActivity = Callable[[UUID, ActivityChanged], None]
OnRemoval = Callable[[UUID], None]


class _Channel(Struct):
    sockets: int = 0
    subscriptions: list[Unsubscribe] = field(default_factory=list[Unsubscribe])


class ChannelRelay:
    def __init__(self, bus: Bus, hub: Hub, on_activity: OnActivity, on_removal: OnRemoval) -> None:
        self._bus = bus
        self._hub = hub
        self._on_activity = on_activity
        self._on_removal = on_removal
        self._channels: dict[UUID, _Channel] = {}

    def join(self, channel_id: UUID) -> None:
        """Passes on the channel's activities and removed lines until `leave`; called once for each socket."""
        channel = self._channels.setdefault(channel_id, _Channel())
        channel.sockets += 1
        if channel.sockets == 1:
            channel.subscriptions = [
                self._bus.subscribe(
                    lambda _, payload: self._pass_activity(channel_id, payload), activity_topic(channel_id)
                ),
                self._bus.subscribe(
                    lambda _, payload: self._pass_removal(channel_id, payload), public_chat_topic(channel_id)
                ),
            ]

    def leave(self, channel_id: UUID) -> None:
        channel = self._channels[channel_id]
        channel.sockets -= 1
        if not channel.sockets:
            del self._channels[channel_id]
            for unsubscribe in channel.subscriptions:
                unsubscribe()

    def _pass_activity(self, channel_id: UUID, payload: bytes) -> None:
        if _read_type(payload).type != "activity":
            return
        changed = ActivityChanged.model_validate_json(payload)
        if not changed.activity.is_backlog:
            self._on_activity(channel_id, changed)

    def _pass_removal(self, channel_id: UUID, payload: bytes) -> None:
        # New lines begin like this, and are skipped without parsing.
        if not payload.startswith(b'{"type":"line"') and _read_type(payload).type in _REMOVALS:
            self._hub.publish(widget_chat_topic(channel_id), payload)
            self._on_removal(channel_id)
