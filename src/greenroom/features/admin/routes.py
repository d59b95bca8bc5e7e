from typing import Annotated
from uuid import UUID

from fastapi import BackgroundTasks, Depends, Query

from greenroom.accounts.access.guards import Operator
from greenroom.accounts.channel_deletion.service import (
    CountedTables,
    check_channel_name,
    preview_deletion,
    start_deletion,
)
from greenroom.accounts.channels.rules import ListQuery
from greenroom.accounts.credentials.service import revoke_all
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.sessions.service import Person
from greenroom.accounts.users import notices, operators
from greenroom.accounts.users.schemas import NoticeIn, NoticeOut
from greenroom.features.accounts.deletion import service as deletion
from greenroom.features.accounts.deletion.schemas import DeletionOut
from greenroom.features.admin import service, suspension, users
from greenroom.features.admin.channel_details import channel_details
from greenroom.features.admin.schemas import AdminChannelDetails, AdminChannelOut, AdminUserOut, SuspensionIn
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, PageSize, Provided, Reading, Writing
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.pages import Page
from greenroom.kernel.errors import Invalid
from greenroom.kernel.text import StorableText

router = ApiRouter(prefix="/admin", tags=["admin"])


def name_query(
    name: Annotated[StorableText, Query(max_length=100)] = "",
    cursor: Cursor = None,
    per_page: PageSize = 50,
) -> ListQuery:
    return ListQuery(name=name, cursor=cursor, per_page=per_page)


NameQuery = Annotated[ListQuery, Depends(name_query)]


@router.get("/channels")
async def list_all_channels(
    query: NameQuery, person: Operator, session: Reading, kernel: KernelDep
) -> Page[AdminChannelOut]:
    records, cursor, total = await service.list_all_channels(session, person.user_id, query, kernel.clock())
    return Page(records=records, cursor=cursor, total=total)


@router.get("/channels/{channel_id}")
async def get_channel_details(
    channel_id: UUID,
    _: Operator,
    session: Reading,
    tables: Provided[CountedTables],
) -> AdminChannelDetails:
    """Connections, last stream and numbers of stored rows of a channel; the operator needs no role in it."""
    counts = (await preview_deletion(session, channel_id, tables)).counts
    return await channel_details(session, channel_id, {one.name: one.count for one in counts})


@router.delete("/channels/{channel_id}", status_code=204)
async def delete_any_channel(
    channel_id: UUID,
    display_name: Annotated[str, Query()],
    person: Operator,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    after: BackgroundTasks,
) -> None:
    """`display_name` confirms which channel is meant."""
    await check_channel_name(session, channel_id, display_name)
    retired = await start_deletion(session, channel_id, person.user_id, kernel.clock())
    after.add_task(revoke_all, kernel, platforms, retired)


@router.put("/channels/{channel_id}/suspension", status_code=204)
async def suspend_channel(
    channel_id: UUID, body: SuspensionIn, person: Operator, session: Writing, kernel: KernelDep
) -> None:
    """Ends the channel's connections and closes it to staff and viewers until the suspension is lifted."""
    await suspension.suspend(session, channel_id, body.reason, _changed_by(person, kernel))


@router.delete("/channels/{channel_id}/suspension", status_code=204)
async def lift_channel_suspension(channel_id: UUID, person: Operator, session: Writing, kernel: KernelDep) -> None:
    await suspension.lift(session, channel_id, _changed_by(person, kernel))


def _changed_by(operator: Person, kernel: Kernel) -> ChangedBy:
    return ChangedBy(operator.display_name, kernel.clock(), user_id=operator.user_id)


@router.get("/users")
async def list_users(query: NameQuery, person: Operator, session: Reading) -> Page[AdminUserOut]:
    records, cursor, total = await users.list_users(session, query)
    return Page(records=records, cursor=cursor, total=total)


@router.put("/users/{user_id}/suspension", status_code=204)
async def suspend_user(user_id: UUID, person: Operator, session: Writing, kernel: KernelDep) -> None:
    """Ends the user's sessions and sockets; the user cannot sign in until the suspension is lifted."""
    await users.suspend(session, await users.lock_other_user(session, person, user_id), kernel.clock())


@router.delete("/users/{user_id}/suspension", status_code=204)
async def lift_suspension(user_id: UUID, person: Operator, session: Writing) -> None:
    await users.lift_suspension(session, await users.lock_other_user(session, person, user_id))


@router.put("/users/{user_id}/operator", status_code=204)
async def grant_operator(user_id: UUID, person: Operator, session: Writing) -> None:
    await operators.grant_operator(session, await users.lock_user(session, person, user_id))


@router.delete("/users/{user_id}/operator", status_code=204)
async def revoke_operator(user_id: UUID, person: Operator, session: Writing) -> None:
    """Refused for the last operator; callers may revoke their own right."""
    await operators.revoke_operator(session, await users.lock_user(session, person, user_id))


@router.get("/users/{user_id}/deletion")
async def preview_user_deletion(user_id: UUID, person: Operator, session: Reading, kernel: KernelDep) -> DeletionOut:
    """The channels that would be deleted with the user, and those that would be kept."""
    return DeletionOut.of(await deletion.channels_after_deletion(session, user_id, kernel.clock()))


@router.delete("/users/{user_id}", status_code=204)
async def delete_any_user(
    user_id: UUID,
    username: Annotated[str, Query()],
    person: Operator,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    after: BackgroundTasks,
) -> None:
    """`username` confirms which user is meant."""
    user = await users.lock_other_user(session, person, user_id)
    if username != user.username:
        raise Invalid("username", "is not the name of this user")
    retired = await deletion.delete_account(session, user.id, kernel.clock())
    after.add_task(revoke_all, kernel, platforms, retired)


@router.get("/notices")
async def list_notices(person: Operator, session: Reading, kernel: KernelDep) -> list[NoticeOut]:
    return [NoticeOut.of(one) for one in await notices.list_notices(session, kernel.clock())]


@router.post("/notices", status_code=201)
async def create_notice(body: NoticeIn, person: Operator, session: Writing, kernel: KernelDep) -> NoticeOut:
    """Every signed-in user sees the notice at once, until it ends or the user dismisses it."""
    return NoticeOut.of(await notices.create_notice(session, body, kernel.clock()))


@router.delete("/notices/{notice_id}", status_code=204)
async def delete_notice(notice_id: UUID, person: Operator, session: Writing) -> None:
    await notices.delete_notice(session, notice_id)
