"""Previews a response on each connected platform without sending it."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.service import Access
from greenroom.accounts.channel_providers.schemas import ChannelProviderOut
from greenroom.accounts.channel_providers.service import list_providers
from greenroom.accounts.platforms import PlatformInfo, Platforms
from greenroom.features.variables.schemas import PreviewIn, PreviewLine, PreviewOut, ProblemOut
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import new_id
from greenroom.kernel.text import tidy_line
from greenroom.responses.checking import HAVE_CALLER, check
from greenroom.responses.delivery import prepare_response
from greenroom.responses.rendering import Compiled, Rendered, compile_text
from greenroom.responses.text_values import TextVariable, with_text_variables
from greenroom.responses.variables import (
    PREVIEW_CALLER_ID,
    Caller,
    CommandUsed,
    VariableContext,
    VariableRegistry,
    level_from_author,
)


class PreviewRun(Struct, frozen=True):
    body: PreviewIn
    channel_id: UUID
    # Level of the person who writes the response.
    writer_level: int
    now: datetime

    def context(self, connection: ChannelProviderOut) -> VariableContext:
        body = self.body
        has_caller = body.kind in HAVE_CALLER
        return VariableContext(
            channel_id=self.channel_id,
            connection_id=connection.id,
            provider=connection.provider,
            now=self.now,
            caller=self._caller(connection.provider) if has_caller else None,
            message_id=PREVIEW_CALLER_ID if has_caller else "",
            query=" ".join(body.arguments.split()) if has_caller else "",
            command=CommandUsed(body.command_id or new_id(), body.command_name, 0) if has_caller else None,
            author_level=level_from_author(self.writer_level, body.access_level or Role.PUBLIC, body.level),
            is_preview=True,
            values=body.values or {},
        )

    def _caller(self, provider: str) -> Caller:
        name = tidy_line(self.body.viewer_name, 100, "Viewer")
        return Caller(provider, PREVIEW_CALLER_ID, name.lower(), name, self.body.level)


async def preview(
    kernel: Kernel, platforms: Platforms, registry: VariableRegistry, access: Access, body: PreviewIn
) -> PreviewOut:
    async with kernel.database.read() as session:
        connected = await list_providers(session, platforms, access.channel_id)
    shown = [each for each in reversed(connected) if platforms.info(each.provider).descriptor.flags.stream]
    text_variables = [TextVariable(name, "", value) for name, value in (body.values or {}).items()]
    registry = with_text_variables(registry, "", text_variables) if text_variables else registry
    compiled, run = compile_text(body.text, registry), PreviewRun(body, access.channel_id, access.level, kernel.clock())
    lines = await asyncio.gather(*(_line(run, compiled, each, platforms.info(each.provider)) for each in shown))
    return PreviewOut(problems=_problems(registry, body, shown), lines=list(lines))


def _problems(registry: VariableRegistry, body: PreviewIn, connected: Sequence[ChannelProviderOut]) -> list[ProblemOut]:
    providers = body.providers or list(dict.fromkeys(each.provider for each in connected))
    found = check(body.text, registry, place=body.kind, providers=providers)
    return [ProblemOut.of(problem) for problem in found]


async def _line(run: PreviewRun, compiled: Compiled, connection: ChannelProviderOut, info: PlatformInfo) -> PreviewLine:
    context, chosen = run.context(connection), run.body.response_type
    rendered, detail = Rendered("", ()), ""
    if run.body.providers and connection.provider not in run.body.providers:
        detail = f"This response isn't for {info.name}."
    else:
        rendered = await compiled.render(context)
    response = prepare_response(rendered.text, chosen, info, caller=context.caller, message_id=context.message_id)
    bot = connection.bot_provider
    return PreviewLine(
        provider=connection.provider,
        connection_id=connection.id,
        account_name=connection.display_name if bot is None else bot.display_name,
        is_bot=bot is not None,
        kind=response.kind,
        parts=list(response.parts),
        notes=[f"{note.variable}: {note.reason}" if note.variable else note.reason for note in rendered.notes],
        detail=detail or response.detail,
    )
