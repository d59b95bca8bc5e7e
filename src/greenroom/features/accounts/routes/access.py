from fastapi import WebSocket

from greenroom.accounts.access.guards import SignedIn
from greenroom.accounts.access.rules import SELECTABLE_ROLES, Permission, Role, permissions_of
from greenroom.accounts.access.topic_access import TopicPermissions, socket_tags, topic_access_check
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided
from greenroom.kernel.live.serve import serve_topics
from greenroom.kernel.schema import Schema

router = ApiRouter(tags=["access"])


class RoleOut(Schema):
    level: int
    name: str
    selectable: bool
    permissions: list[Permission]


@router.get("/roles", dependencies=[PUBLIC])
async def list_roles() -> list[RoleOut]:
    return [
        RoleOut(level=role, name=role.label, selectable=role in SELECTABLE_ROLES, permissions=permissions_of(role))
        for role in Role
    ]


@router.websocket("/live")
async def listen(socket: WebSocket, person: SignedIn, kernel: KernelDep, topics: Provided[TopicPermissions]) -> None:
    may_listen = topic_access_check(kernel, person, topics)
    await serve_topics(socket, kernel.hub, may_listen, tags=socket_tags(person))
