"""What staff start in the editor of a widget: tests and countdowns."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.widgets.alerts import service as alerts
from greenroom.features.widgets.content import countdowns
from greenroom.features.widgets.models import Widget
from greenroom.features.widgets.schemas import CountdownChange, CountdownOut
from greenroom.features.widgets.service import WidgetNotFound
from greenroom.features.widgets.settings import stored_settings
from greenroom.features.widgets.topics import publish_to_widget
from greenroom.features.widgets.types.countdown import CountdownWidget
from greenroom.features.widgets.types.registry import TYPES
from greenroom.kernel.errors import Invalid


async def send_test(session: AsyncSession, widget: Widget, name: str, now: datetime) -> None:
    tests = TYPES[widget.type].tests
    if name not in tests:
        raise Invalid("name", f"must be one of {', '.join(tests)}")
    if widget.type == "alerts":
        await alerts.send_test(session, widget, ActivityKind(name), now)
    else:
        # The page makes up the content of the test.
        publish_to_widget(session, widget.id, {"type": "test", "name": name})


def _start_seconds(widget: Widget) -> int:
    settings = stored_settings(widget.type, widget.settings)
    if not isinstance(settings, CountdownWidget):
        raise WidgetNotFound
    return settings.seconds


async def get_countdown(session: AsyncSession, widget: Widget, now: datetime) -> CountdownOut:
    row = await countdowns.read_countdown(session, widget.id, _start_seconds(widget))
    return _out(countdowns.state_of(row, now))


async def control_countdown(
    session: AsyncSession, widget: Widget, change: CountdownChange, now: datetime
) -> CountdownOut:
    state = await countdowns.control(session, widget.id, _start_seconds(widget), change.action, change.seconds, now)
    return _out(state)


def _out(state: countdowns.CountdownState) -> CountdownOut:
    return CountdownOut(left_ms=state.left_ms, is_running=state.is_running, ends_at=state.ends_at)
