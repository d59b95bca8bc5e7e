"""CPU time that the audit log adds to a change.

The change is saving a command: one API call from its request to its response, with the access check, the transaction
and its commit. The work of the client and of the network is not counted.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from uuid import UUID

import msgspec
import uvloop
from starlette.types import ASGIApp, Message

from bench.figures import Figure, Figures
from bench.signed_in import sign_in_as
from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channels import Channel
from greenroom.app import create_app
from greenroom.features.commands import service
from greenroom.features.commands.schemas import CommandIn
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.migrate import migrate
from greenroom.kernel.fast.gc_tuning import tune_after_startup
from greenroom.kernel.services import services_of
from greenroom.settings import Settings

CHANGES = 1_000
# The first changes fill caches.
WARM_UP_CHANGES = 20
CHANNEL = UUID(int=1)
MS_PER_SECOND = 1_000
OK = 200
record_change = service.record_change


def measure_audit_cost(changes: int = CHANGES) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return uvloop.run(_measure(Path(folder), changes))


async def _measure(folder: Path, changes: int) -> Figures:
    app = create_app(Settings(data_dir=folder))
    kernel = services_of(app).get(Kernel)
    await migrate(kernel.database.engine)
    path = f"/api/2/channels/{CHANNEL}/commands/{await _add_command(kernel)}"
    headers = await sign_in_as(kernel.database, CHANNEL, Role.EDITOR)
    # As in `greenroom serve`.
    tune_after_startup()
    recorded: list[float] = []
    unrecorded: list[float] = []
    for number in range(changes):
        # Alternating, so that other processes slow both.
        unrecorded.append(await _save(app, path, headers, number, is_recorded=False))
        recorded.append(await _save(app, path, headers, number, is_recorded=True))
    await kernel.http.close()
    await kernel.database.close()
    with_log, without = (statistics.median(times[WARM_UP_CHANGES:]) * MS_PER_SECOND for times in (recorded, unrecorded))
    details = f"{with_log:.3f} ms for each saved command, {without:.3f} ms without the audit log"
    return {"audit-cost": Figure((with_log / without - 1) * 100, (details,))}


async def _add_command(kernel: Kernel) -> UUID:
    fields = CommandIn.model_validate(_body(0, is_recorded=False))
    async with kernel.database.write() as session:
        session.add(Channel(id=CHANNEL, display_name="Channel", sort_name="channel", created_at=system_clock()))
        await session.flush()
        return (await service.create_command(session, CHANNEL, fields, ChangedBy("Staff", system_clock()))).id


def _body(number: int, *, is_recorded: bool) -> dict[str, object]:
    text = f"Day {number} of the marathon, {'second' if is_recorded else 'first'} half"
    return {"cmds": ["!day"], "responses": [{"text": text}]}


async def _save(app: ASGIApp, path: str, headers: dict[str, str], number: int, *, is_recorded: bool) -> float:
    """Saves the command; returns the CPU seconds of this process, with its database threads."""
    service.record_change = record_change if is_recorded else _record_nothing
    body = msgspec.json.encode(_body(number, is_recorded=is_recorded))
    sent = {"content-type": "application/json", "content-length": str(len(body)), **headers}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "PUT",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    sent_messages: list[Message] = []

    async def receive() -> Message:
        return waiting.pop() if waiting else await asyncio.Future()

    async def send(message: Message) -> None:
        sent_messages.append(message)

    began = time.process_time()
    await app(scope, receive, send)
    spent = time.process_time() - began
    assert sent_messages[0]["status"] == OK, sent_messages
    return spent


def _record_nothing(*_: object, **__: object) -> None:
    """Replaces `record_change` where the change is to be measured without the audit log."""
