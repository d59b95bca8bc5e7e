"""Per-channel cache of the widgets' settings that the pipeline needs, so that no message costs a query."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.widgets.models import Widget
from greenroom.features.widgets.service import WIDGETS_CHANGED
from greenroom.features.widgets.settings import stored_settings
from greenroom.features.widgets.types.alerts import AlertsWidget
from greenroom.features.widgets.types.custom_html import CustomHtmlWidget
from greenroom.features.widgets.types.registry import TYPES
from greenroom.features.widgets.types.subathon import SubathonWidget
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.schema import StrictSchema


class ChannelWidgets(Struct, frozen=True):
    # Whether a widget shows chat lines.
    has_chat: bool = False
    # Whether a widget shows each activity as it happens.
    has_activities: bool = False
    alerts: Sequence[tuple[UUID, AlertsWidget]] = ()
    subathons: Sequence[tuple[UUID, SubathonWidget]] = ()


class WidgetCache:
    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "widgets", load_widgets)
        self.get = self._cache.get
        self.stop = self._cache.stop

    def start(self) -> None:
        self._cache.start(self._on_change, WIDGETS_CHANGED)

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))


def feeds_of(type_name: str, settings: StrictSchema) -> frozenset[str]:
    """Which of chat, activity and streams the widget's pages receive; for custom HTML, those that its settings name."""
    if isinstance(settings, CustomHtmlWidget):
        return frozenset(settings.events)
    return TYPES[type_name].feeds


async def load_widgets(session: AsyncSession, channel_id: UUID, _: ChannelWidgets | None = None) -> ChannelWidgets:
    rows = await session.execute(
        select(Widget.id, Widget.type, Widget.settings, Widget.is_enabled)
        .where(Widget.channel_id == channel_id)
        .order_by(Widget.id)
    )
    widgets = [(row, stored_settings(row.type, row.settings)) for row in rows if row.type in TYPES]
    shown = [(row, settings) for row, settings in widgets if row.is_enabled]
    return ChannelWidgets(
        # Widgets that are switched off count too: the preview in their editor shows lines and activities.
        any("chat" in feeds_of(row.type, settings) for row, settings in widgets),
        any("activity" in feeds_of(row.type, settings) for row, settings in widgets),
        [(row.id, settings) for row, settings in shown if isinstance(settings, AlertsWidget)],
        # The clock of a subathon goes on while the widget is switched off.
        [(row.id, settings) for row, settings in widgets if isinstance(settings, SubathonWidget)],
    )
