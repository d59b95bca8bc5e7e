from functools import partial
from uuid import UUID

from sqlalchemy import ColumnElement, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission, Role
from greenroom.channel_file.command_imports import CommandImports
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.messages.viewer_rows import PSEUDONYM, ViewerAccount, ViewerRows, lines_of
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.commands.cache import CommandCache
from greenroom.features.commands.editing import starter_set
from greenroom.features.commands.editing.chat_editor import ChatEditor
from greenroom.features.commands.editing.imports import COMMAND_IMPORTS
from greenroom.features.commands.explain import CommandExplainer
from greenroom.features.commands.handlers import CommandStage
from greenroom.features.commands.matching.calls import COMMAND_CALLS
from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.models import Command, CommandCooldown, CommandName, CommandSettings, CommandUse
from greenroom.features.commands.responding.cooldowns import cooldown_owner
from greenroom.features.commands.responding.jobs import delete_cooldowns_and_uses, refund_unanswered
from greenroom.features.commands.responding.responder import Responder
from greenroom.features.commands.schemas import CommandsChanged, CommandUseCounted
from greenroom.features.commands.section import CommandSection, settings_section
from greenroom.features.commands.variables import CommandVariables
from greenroom.features.stats.streams.counted_rows import CountedRows, CountKind
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.responses.command_calls import CommandCalls

JOB_SECONDS = 300

# The verdict `asked` means that the response is not sent yet.
ANSWERED_USES = CountedRows(
    kind=CountKind.COMMANDS,
    channel_id=CommandUse.channel_id,
    connection_id=CommandUse.connection_id,
    created_at=CommandUse.created_at,
    name=CommandUse.command_name,
    condition=CommandUse.verdict.in_(("asked", "answered")),
)


def _by_owner(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
    who = cooldown_owner(account.provider, account.viewer_id)
    return [CommandCooldown.channel_id == channel_id, CommandCooldown.who == who]


def _by_message(session: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
    """Conditions for the uses of commands in stored messages of the viewer."""
    messages = select(ChatMessage.connection_id, ChatMessage.message_id).where(*lines_of(session, channel_id, account))
    is_of_viewer = tuple_(CommandUse.connection_id, CommandUse.message_id).in_(messages)
    return [CommandUse.channel_id == channel_id, is_of_viewer]


def feature(services: Services) -> Feature:
    kernel = services.kernel
    compiler = ResponseCompiler(services.variables)
    cache = CommandCache(kernel)
    editor = ChatEditor(kernel, compiler)
    responder = Responder(kernel, services.sender, compiler, services.platforms.infos, editor.handle)

    return Feature(
        name="commands",
        needs=("points", "stats"),
        routes=("greenroom.features.commands.routes",),
        permissions={Permission.COMMANDS_READ: Role.MOD, Permission.COMMANDS_MANAGE: Role.EDITOR},
        topics={"commands": Permission.COMMANDS_READ},
        tables=(Command, CommandName, CommandCooldown, CommandUse, CommandSettings),
        viewer_rows=(
            ViewerRows(CommandCooldown, find=_by_owner),
            # The answer may quote the viewer. The row stays, because streams count the uses of commands.
            ViewerRows(
                CommandUse,
                {"message_id": PSEUDONYM, "answer": "", "reason": ""},
                _by_message,
                is_found_through_other_rows=True,
            ),
        ),
        counted_for_deletion={"Commands": Command},
        live_messages=(CommandsChanged, CommandUseCounted),
        stages={"respond_to_commands": CommandStage(cache, services.staff, responder).respond},
        variables=CommandVariables(kernel, cache, compiler).variables(),
        sections=(CommandSection(compiler), settings_section()),
        explainers=(CommandExplainer(cache, services.staff, compiler, services.platforms.infos).explain,),
        contributions=(ANSWERED_USES,),
        on_channel_created=(starter_set.on_channel_created,),
        services={ResponseCompiler: compiler, CommandImports: COMMAND_IMPORTS, CommandCalls: COMMAND_CALLS},
        lifespan=lifespan(responder.stop, cache.stop, start=cache.start),
        jobs=_jobs(kernel),
    )


def _jobs(kernel: Kernel) -> list[Job]:
    return [
        Job(
            name="delete_command_uses",
            every_seconds=JOB_SECONDS,
            run=partial(delete_cooldowns_and_uses, kernel),
            title="Delete old command uses",
            note="and ended cooldowns",
        ),
        Job(
            name="refund_unanswered",
            every_seconds=JOB_SECONDS,
            run=partial(refund_unanswered, kernel),
            title="Refund commands",
            note="that a restart interrupted",
        ),
    ]
