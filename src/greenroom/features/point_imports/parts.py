from uuid import UUID

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.viewer_rows import ViewerAccount, ViewerRows
from greenroom.feature import Parts, Services
from greenroom.features.point_imports.handlers import claim_imported_points
from greenroom.features.point_imports.models import AwaitedBalance


def _by_login(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
    is_login = AwaitedBalance.login == account.login.lower()
    return [AwaitedBalance.channel_id == channel_id, AwaitedBalance.provider == account.provider, is_login]


def parts(_: Services) -> Parts:
    return Parts(
        tables=(AwaitedBalance,),
        viewer_rows=(ViewerRows(AwaitedBalance, find=_by_login),),
        stages={"claim_imported_points": claim_imported_points},
    )
