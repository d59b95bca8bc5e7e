"""Variables with which viewers join, leave and look up queues."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.lists.errors import EntryNotFound
from greenroom.features.queues.chat import admission
from greenroom.features.queues.entries import accounts_of, active_entries
from greenroom.features.queues.models import Queue
from greenroom.features.queues.rules import QueueChoice, QueueRef, mentioned_queue, named_queue, queue_to_join
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, Caller, Refused, Variable, VariableContext

GROUP = "Viewer queue"
# The variable that puts its caller into a queue.
JOIN = "queue.join"
DELETED = "That queue was deleted."


def variables(kernel: Kernel) -> list[Variable]:
    queues = QueueVariables(kernel)
    return [
        Variable(
            JOIN,
            GROUP,
            "Puts the caller into a queue and says the place; name the queue if there are several",
            '$(queue.join "Viewer races")',
            "You are number 4 in Viewer races.",
            queues.join,
            takes="words",
            needs_caller=True,
            has_side_effect=True,
            preview=lambda _, arguments: f"You are number 4 in {_preview_name(arguments)}.",
            cost="database",
        ),
        Variable(
            "queue.leave",
            GROUP,
            "Takes the caller out of a queue",
            "$(queue.leave)",
            "You left Viewer races.",
            queues.leave,
            takes="words",
            needs_caller=True,
            has_side_effect=True,
            preview=lambda _, arguments: f"You left {_preview_name(arguments)}.",
            cost="database",
        ),
        Variable(
            "queue.position",
            GROUP,
            "The caller's place in a queue",
            "$(queue.position)",
            "You are number 4 in Viewer races.",
            queues.position,
            takes="words",
            needs_caller=True,
            cost="database",
        ),
        _list_variable(queues),
    ]


def _list_variable(queues: "QueueVariables") -> Variable:
    summary, shows = "Who is next in a queue", "Viewer races: 1. Juno, 2. kestrel_ and 9 more"
    return Variable("queue.list", GROUP, summary, "$(queue.list)", shows, queues.list, takes="words", cost="database")


def _preview_name(arguments: Arguments) -> str:
    return arguments.words[0] if arguments.words and arguments.words[0].strip() else "the queue"


class QueueVariables:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def join(self, context: VariableContext, arguments: Arguments) -> str:
        """The first argument names the queue; the others, or the text after the command, are in-game name and note."""
        caller = _caller(context)
        name, *rest = arguments.words or ("",)
        text = " ".join(rest) if rest else context.query
        async with self._kernel.database.write() as session:
            queues = await _refs(session, context)
            choice = _named(queues, name, text) if name.strip() else queue_to_join(queues, text)
            if choice.queue is None:
                raise Refused(choice.problem)
            request = admission.JoinRequest(
                account=(caller.provider, caller.viewer_id),
                login=caller.login,
                name=caller.name,
                is_subscriber=caller.is_subscriber,
                text=choice.text,
                message_ref=f"{context.connection_id}:{context.message_id}" if context.message_id else None,
            )
            try:
                return await admission.join(session, context.channel_id, choice.queue.id, request, context.now)
            except EntryNotFound as error:
                raise Refused(DELETED) from error

    async def leave(self, context: VariableContext, arguments: Arguments) -> str:
        """The caller leaves the named queue; without a name, the only queue that they are in."""
        caller = _caller(context)
        account = caller.provider, caller.viewer_id
        async with self._kernel.database.write() as session:
            choice = await _queue_of_caller(session, context, arguments, caller)
            if choice.queue is None:
                raise Refused(choice.problem)
            try:
                return await admission.leave(session, context.channel_id, choice.queue.id, account, context.now)
            except EntryNotFound as error:
                raise Refused(DELETED) from error

    async def position(self, context: VariableContext, arguments: Arguments) -> str:
        """The caller's place in the named queue; without a name, in all queues that they are in."""
        caller = _caller(context)
        async with self._kernel.database.read() as session:
            queues = await _refs(session, context)
            choice = _chosen(queues, context, arguments)
            if choice is not None and choice.queue is None:
                raise Refused(choice.problem)
            named = None if choice is None else choice.queue
            places = await _places(session, context, caller, queues if named is None else [named])
        missing = f"You are not in {'a queue' if named is None else named.name}."
        return " ".join(places.values()) or missing

    async def list(self, context: VariableContext, arguments: Arguments) -> str:
        async with self._kernel.database.read() as session:
            queues = await _refs(session, context)
            choice = _chosen(queues, context, arguments) or queue_to_join(queues, "")
            if choice.queue is None:
                raise Refused(choice.problem)
            queue = await session.get(Queue, choice.queue.id)
            if queue is None:
                raise Refused(DELETED)
            return await admission.waiting_text(session, queue)


def _caller(context: VariableContext) -> Caller:
    assert context.caller is not None  # the variable needs a caller
    return context.caller


async def _refs(session: AsyncSession, context: VariableContext) -> list[QueueRef]:
    """The channel's queues, the oldest first."""
    rows = await session.execute(
        select(Queue.id, Queue.name, Queue.is_open).where(Queue.channel_id == context.channel_id).order_by(Queue.id)
    )
    return [QueueRef(queue_id, name, is_open) for queue_id, name, is_open in rows]


def _named(queues: list[QueueRef], name: str, text: str) -> QueueChoice:
    choice = named_queue(queues, name)
    return QueueChoice(choice.queue, text, choice.problem)


def _chosen(queues: list[QueueRef], context: VariableContext, arguments: Arguments) -> QueueChoice | None:
    """The queue that the variable's arguments name, else the one that the viewer typed; None if neither names one."""
    name = " ".join(arguments.words).strip()
    if name:
        return named_queue(queues, name)
    mentioned = mentioned_queue(queues, context.query)
    return None if mentioned is None else QueueChoice(mentioned)


async def _queue_of_caller(
    session: AsyncSession, context: VariableContext, arguments: Arguments, caller: Caller
) -> QueueChoice:
    queues = await _refs(session, context)
    choice = _chosen(queues, context, arguments)
    if choice is not None:
        return choice
    places = await _places(session, context, caller, queues)
    own = [queue for queue in queues if queue.id in places]
    if len(own) == 1:
        return QueueChoice(own[0])
    if own:
        names = ", ".join(queue.name for queue in own)
        return QueueChoice(None, problem=f"You are in several queues: {names}. Add the name of one.")
    return QueueChoice(None, problem="You are not in a queue.")


async def _places(
    session: AsyncSession, context: VariableContext, caller: Caller, queues: Sequence[QueueRef]
) -> dict[UUID, str]:
    """Texts about the caller's place, by queue id."""
    accounts = await accounts_of(session, context.channel_id, (caller.provider, caller.viewer_id))
    places: dict[UUID, str] = {}
    for ref in queues:
        entries = await active_entries(session, ref.id, accounts)
        if entries:
            places[ref.id] = await admission.place_text(session, ref.name, entries[0])
    return places
