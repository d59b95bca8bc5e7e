"""What app.py reads of this feature."""

from greenroom.chat.sending.sender import Sender
from greenroom.features.timers import jobs as upkeep
from greenroom.features.timers import routes
from greenroom.features.timers.activity_broadcast import ActivityBroadcast
from greenroom.features.timers.cache import TimerCache
from greenroom.features.timers.handlers import LineCounter
from greenroom.features.timers.rendering import MessageChecker
from greenroom.features.timers.scheduler import TimerScheduler
from greenroom.features.timers.schemas import ChatCounted, TimerRan, TimersChanged
from greenroom.features.timers.section import TimersSection
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import VariableRegistry
from greenroom.tenancy.platforms import Platforms

ROUTERS = (routes.router,)
LIVE_MESSAGES = (TimersChanged, TimerRan, ChatCounted)
jobs = upkeep.jobs


class Timers:
    """The timers of all channels in this process."""

    def __init__(self, kernel: Kernel, platforms: Platforms, sender: Sender) -> None:
        self._keeper = TimerCache(kernel.bus)
        self._wording = MessageChecker(VariableRegistry(()))
        self.runner = TimerScheduler(kernel, platforms, sender, self._wording)
        self.section = TimersSection(self._wording)
        self._telling = ActivityBroadcast(kernel.database, kernel.bus)
        self.count_line = LineCounter(self._keeper, self._telling).count_line

    def speak(self, registry: VariableRegistry) -> None:
        """Every feature has said which variables it offers."""
        self._wording.registry = registry

    def start(self) -> None:
        self._keeper.start()

    async def stop(self) -> None:
        self._keeper.stop()
        await self._telling.stop()
