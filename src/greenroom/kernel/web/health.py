"""Health of this process, for operators and process supervisors."""

from typing import Literal

from fastapi import APIRouter, Response
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from greenroom import __version__
from greenroom.kernel.context import Kernel, KernelDep
from greenroom.kernel.schema import Schema
from greenroom.kernel.tasks.background import COUNTS
from greenroom.kernel.web.access import PUBLIC

router = APIRouter(tags=["health"])
# Only a reference: for a model FastAPI loads a second version of Pydantic, which takes a fortieth of the start.
HEALTH_BODY = {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}}


class Check(Schema):
    ok: bool
    detail: str


class Health(Schema):
    status: Literal["ok", "degraded"]
    version: str
    checks: dict[str, Check]


@router.get(
    "/health",
    dependencies=[PUBLIC],
    responses={200: {"description": "Every check; with status 503 if one fails", "content": HEALTH_BODY}},
)
async def health(kernel: KernelDep) -> Response:
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
