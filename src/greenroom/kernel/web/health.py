"""Health of this process, for operators and process supervisors."""

from typing import Literal

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from greenroom import __version__
from greenroom.kernel.context import Kernel, kernel_of
from greenroom.kernel.schema import Schema
from greenroom.kernel.tasks.background import COUNTS

PATH = "/health"


class Check(Schema):
    ok: bool
    detail: str


class Health(Schema):
    status: Literal["ok", "degraded"]
    version: str
    checks: dict[str, Check]


async def _health(request: Request) -> Response:
    kernel = kernel_of(request)
    bus = kernel.bus.health()
    checks = {
        "database": await _database(kernel),
        "bus": Check(ok=bus.ok, detail=bus.detail),
        # A failed task is logged and does not make the process unhealthy.
        "tasks": Check(ok=True, detail=str(COUNTS)),
    }
    is_ok = all(check.ok for check in checks.values())
    body = Health(status="ok" if is_ok else "degraded", version=__version__, checks=checks)
    return Response(body.model_dump_json(), 200 if is_ok else 503, media_type="application/json")


async def _database(kernel: Kernel) -> Check:
    try:
        async with kernel.database.read() as session:
            await session.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError) as error:
        return Check(ok=False, detail=f"The database does not answer ({type(error).__name__}).")
    return Check(ok=True, detail="answers")


health_route = Route(PATH, _health, methods=["GET"])
