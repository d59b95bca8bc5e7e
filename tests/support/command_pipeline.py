"""Commands on a real database and sender, with a platform that records sent messages."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy import text

from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import Action, Announce, Receipt, SendMessage
from greenroom.chat.protocol.events import Chatter, MessageReceived
from greenroom.chat.protocol.platform import Account, Emit, Platform
from greenroom.chat.sending.sender import Sender
from greenroom.feature import Feature
from greenroom.features.commands import feature as commands_feature
from greenroom.features.commands import service
from greenroom.features.commands.schemas import CommandIn, CommandOut
from greenroom.features.variables.feature import variables
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.responses.variables import VariableRegistry
from support.declared_features import running_feature, services_for
from support.pipeline import FAKE_PLATFORM, RecordingPipeline, open_pipeline
from support.waiting import wait_until

RECORDING_PLATFORM = replace(FAKE_PLATFORM, actions=frozenset({SendMessage, Announce}), supports_replies=True)


@dataclass
class RecordingPlatform:
    """Records each action; its outcome is the next of `outcomes`, or "done" if there is none left."""

    info = RECORDING_PLATFORM
    oauth = None
    registrar = None
    performed: list[Action] = field(default_factory=list[Action])
    # An exception is raised; an event makes the action wait until it is set, then the outcome is "done".
    outcomes: deque[Receipt | Exception | asyncio.Event] = field(
        default_factory=deque["Receipt | Exception | asyncio.Event"]
    )
    was_called: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, account: Account, emit: Emit) -> None:
        await asyncio.Event().wait()

    async def act(self, account: Account, action: Action) -> Receipt:
        self.performed.append(action)
        self.was_called.set()
        outcome = self.outcomes.popleft() if self.outcomes else Receipt("done")
        if isinstance(outcome, asyncio.Event):
            await outcome.wait()
            return Receipt("done")
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@dataclass
class CommandPipeline:
    pipeline: RecordingPipeline
    platform: RecordingPlatform
    sender: Sender
    commands: Feature
    registry: VariableRegistry
    _numbers: "count[int]" = field(default_factory=count)

    @property
    def kernel(self) -> Kernel:
        return self.pipeline.kernel

    @property
    def channel_id(self) -> UUID:
        return self.pipeline.channel_id

    @property
    def responses(self) -> list[str]:
        return [action.text for action in self.platform.performed if isinstance(action, SendMessage | Announce)]

    async def make(self, name: str = "!hello", words: str = "Hello", **fields: Any) -> CommandOut:  # noqa: ANN401  # JSON
        new = CommandIn.model_validate({"cmds": [name], "responses": [{"text": words}], **fields})
        async with self.kernel.database.write() as session:
            return await service.create_command(session, self.channel_id, new, ChangedBy("Juno", self.kernel.clock()))

    async def process(self, *events: MessageReceived) -> None:
        """Processes messages; returns when every command use has a result."""
        await self.pipeline.process(*events)

        async def are_decided() -> bool:
            return not await self.verdicts("asked")

        await wait_until(are_decided)

    async def ask(self, words: str, **fields: Any) -> str:  # noqa: ANN401  # fields of a message
        """Processes a message; returns the response in chat, or the reason why there was none."""
        fields.setdefault("message_id", f"m{next(self._numbers)}")
        before = len(self.responses)
        await self.process(self.chat_message(words, **fields))
        sent = self.responses[before:]
        if sent:
            return " / ".join(sent)
        verdicts = await self.verdicts(message_id=fields["message_id"])
        return verdicts[-1][1] if verdicts else ""

    def chat_message(self, words: str, *, level: str = "", by: str = "7", **fields: Any) -> MessageReceived:  # noqa: ANN401  # fields of a message
        roles: dict[str, Any] = {f"is_{level}": True} if level else {}
        fields.setdefault("chatter", Chatter(id=by, login=f"viewer{by}", name=f"Viewer{by}", **roles))
        return self.pipeline.chat_message(words, by=by, **fields)

    async def verdicts(self, verdict: str = "", message_id: str = "") -> list[tuple[str, str]]:
        """Verdict and reason of the command uses, in order; `verdict` and `message_id` select some of them."""
        async with self.kernel.database.read() as session:
            rows = await session.execute(text("SELECT verdict, reason, message_id FROM command_uses ORDER BY id"))
            return [
                (row.verdict, row.reason)
                for row in rows
                if verdict in ("", row.verdict) and message_id in ("", row.message_id)
            ]


@asynccontextmanager
async def open_command_pipeline(kernel: Kernel) -> AsyncGenerator[CommandPipeline]:
    pipeline = await open_pipeline(kernel)
    platform = RecordingPlatform()
    installed: dict[str, Platform] = {"drill": platform}
    sender = Sender(kernel, Platforms([platform], []), installed)
    registry = VariableRegistry(variables(kernel, ["drill"]))
    async with commands_of(kernel, sender, registry) as commands:
        pipeline.build(*commands.stages.values())
        yield CommandPipeline(pipeline, platform, sender, commands, registry)
    await sender.stop()
    await pipeline.close()


@asynccontextmanager
async def commands_of(kernel: Kernel, sender: Sender, registry: VariableRegistry) -> AsyncGenerator[Feature]:
    """The commands feature with a new cache, as in another process."""
    services = services_for(kernel, Platforms([RecordingPlatform()], []), sender, registry)
    async with running_feature(commands_feature.feature, services) as commands:
        yield commands
