from fastapi import APIRouter, WebSocket
from pydantic import BaseModel

from greenroom.kernel.access import PUBLIC
from greenroom.kernel.context import KernelDep
from greenroom.kernel.live.serve import serve_topics
from greenroom.tenancy.access.guards import SignedIn
from greenroom.tenancy.access.listening import listener_rights, session_tag
from greenroom.tenancy.access.rules import SELECTABLE_ROLES, Role

router = APIRouter(tags=["access"])


class RoleOut(BaseModel):
    level: int
    name: str
    selectable: bool


@router.get("/roles", dependencies=[PUBLIC])
async def list_roles() -> list[RoleOut]:
    return [RoleOut(level=role, name=role.label, selectable=role in SELECTABLE_ROLES) for role in Role]


@router.websocket("/live")
async def listen(socket: WebSocket, person: SignedIn, kernel: KernelDep) -> None:
    rights = listener_rights(kernel, person)
    await serve_topics(socket, kernel.hub, rights, tags=[session_tag(person.session_id)])
