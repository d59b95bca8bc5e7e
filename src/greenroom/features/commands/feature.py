"""What app.py reads of this feature."""

from collections.abc import Mapping

from greenroom.chat.sending.sender import Sender
from greenroom.features.commands import jobs as upkeep
from greenroom.features.commands import routes, starter_set
from greenroom.features.commands.cache import CommandCache
from greenroom.features.commands.editing.chat_editor import ChatEditor
from greenroom.features.commands.handlers import CommandStage
from greenroom.features.commands.matching.explain import CommandExplainer
from greenroom.features.commands.responding.responder import Responder
from greenroom.features.commands.responding.responses import ResponseCompiler
from greenroom.features.commands.schemas import CommandsChanged, CommandUsedTold
from greenroom.features.commands.section import CommandSection, settings_section
from greenroom.features.commands.variables import CommandVariables
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import VariableRegistry
from greenroom.tenancy.platforms import PlatformInfo

ROUTERS = (routes.router,)
LIVE_MESSAGES = (CommandsChanged, CommandUsedTold)
jobs = upkeep.jobs
# Called with every channel that is made.
welcome = starter_set.on_channel_created


class Commands:
    """The commands of all channels in this process."""

    def __init__(self, kernel: Kernel, infos: Mapping[str, PlatformInfo], sender: Sender) -> None:
        self.phrasing = ResponseCompiler()
        self._cache = CommandCache(kernel)
        editor = ChatEditor(kernel, self.phrasing)
        self._responder = Responder(kernel, sender, self.phrasing, infos, editor.manage)
        self.respond = CommandStage(self._cache, sender, self._responder).respond
        self.explain = CommandExplainer(self._cache, self.phrasing, sender.own_words).explain
        self.section = CommandSection(self.phrasing)
        self.settings_section = settings_section()
        self.variables = CommandVariables(kernel, self._cache, self.phrasing).offered()

    def speak_with(self, registry: VariableRegistry) -> None:
        """Once every feature has said which variables it offers, these included."""
        self.phrasing.registry = registry

    def start(self) -> None:
        self._cache.start()

    async def stop(self) -> None:
        await self._responder.stop()
        await self._cache.stop()
