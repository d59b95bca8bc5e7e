from uuid import UUID

from greenroom.accounts.access.guards import SignedIn
from greenroom.accounts.sessions import service
from greenroom.accounts.sessions.schemas import SessionOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Reading, Writing

router = ApiRouter(prefix="/user/sessions", tags=["sessions"])


@router.get("")
async def list_sessions(person: SignedIn, session: Reading, kernel: KernelDep) -> list[SessionOut]:
    found = await service.list_sessions(session, person.user_id, kernel.clock())
    return [SessionOut.of(one, person.session_id) for one in found]


@router.delete("", status_code=204)
async def sign_out_everywhere(person: SignedIn, session: Writing) -> None:
    await service.end_all_sessions(session, person.user_id)


@router.delete("/current", status_code=204)
async def sign_out(person: SignedIn, session: Writing) -> None:
    await service.end_session(session, person.user_id, person.session_id)


@router.delete("/{session_id}", status_code=204)
async def end_session(session_id: UUID, person: SignedIn, session: Writing) -> None:
    await service.end_session(session, person.user_id, session_id)
