"""The state of open widgets is sent again after a change and after a failure."""

import asyncio
from uuid import UUID

from greenroom.features.widgets.live.open_widgets import OpenWidgets
from greenroom.features.widgets.types.data.leaderboard import LeaderboardWidget
from greenroom.features.widgets.types.goal import GoalWidget
from greenroom.features.widgets.types.text import TextWidget
from greenroom.kernel.ids import new_id
from support.waiting import MAX_WAIT_SECONDS


class FailingSender:
    """`send_state` fails at the first call and sets `is_sent` at the second."""

    def __init__(self) -> None:
        self.calls = 0
        self.is_sent = asyncio.Event()

    async def send_state(self, _: UUID) -> None:
        self.calls += 1
        if self.calls == 1:
            raise OSError("the database is locked")
        self.is_sent.set()


async def test_state_of_a_text_widget_is_sent_again_after_a_failure() -> None:
    sender = FailingSender()
    widgets = OpenWidgets(sender.send_state)
    settings = TextWidget.model_construct(refresh_seconds=0.01)
    with widgets.opened(new_id(), 1, new_id(), settings):
        await asyncio.wait_for(sender.is_sent.wait(), MAX_WAIT_SECONDS)
    await widgets.stop()


async def test_state_of_a_goal_is_sent_again_after_a_failure() -> None:
    sender, channel_id = FailingSender(), new_id()
    widgets = OpenWidgets(sender.send_state)
    with widgets.opened(new_id(), 1, channel_id, GoalWidget()):
        widgets.refresh_goals(channel_id)
        await asyncio.wait_for(sender.is_sent.wait(), MAX_WAIT_SECONDS)
    await widgets.stop()


async def test_changes_while_the_state_is_sent_are_sent_together_afterwards() -> None:
    begun: asyncio.Queue[UUID] = asyncio.Queue()
    may_end = asyncio.Semaphore(0)

    async def send_state(widget_id: UUID) -> None:
        begun.put_nowait(widget_id)
        await may_end.acquire()

    widgets, widget_id = OpenWidgets(send_state), new_id()
    with widgets.opened(widget_id, 1, new_id(), LeaderboardWidget()):
        widgets.refresh(widget_id, seconds=0)
        await asyncio.wait_for(begun.get(), MAX_WAIT_SECONDS)
        for _ in range(5):
            widgets.refresh(widget_id, seconds=0)
        may_end.release()
        await asyncio.wait_for(begun.get(), MAX_WAIT_SECONDS)
        assert begun.empty()
    await widgets.stop()
