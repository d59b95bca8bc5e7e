from functools import partial
from typing import Annotated

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.stream_platforms import has_logins
from greenroom.features.points.imports import service
from greenroom.features.points.imports.rules import read_balances
from greenroom.features.points.imports.schemas import BalancesImported, BalancesIn, BalancesReview
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, TurnsDep

Editor = Annotated[Access, require(Permission.GAMBLING_MANAGE)]

router = ApiRouter(prefix="/channels/{channel_id}/point-imports", tags=["points"])


@router.post("/review")
async def review_balances(body: BalancesIn, access: Editor, kernel: KernelDep, turns: TurnsDep) -> BalancesReview:
    """Previews an import of balances; nothing is saved."""
    async with turns(access.person.user_id) as turn:
        exported = await turn.run(partial(read_balances, are_logins=has_logins(body.provider)), body.content)
    async with kernel.database.read() as session:
        return await service.review(session, access.channel_id, body, exported)


@router.post("")
async def import_balances(body: BalancesIn, access: Editor, kernel: KernelDep, turns: TurnsDep) -> BalancesImported:
    """Imports the rows without a problem; skips rows that were imported before."""
    async with turns(access.person.user_id) as turn:
        exported = await turn.run(partial(read_balances, are_logins=has_logins(body.provider)), body.content)
    return await service.import_balances(kernel.database, access, body, exported, kernel.clock())
