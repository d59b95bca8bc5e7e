from uuid import UUID

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.viewer_rows import ViewerAccount, ViewerRows
from greenroom.feature import Feature, Services
from greenroom.features.point_imports.handlers import claim_imported_points
from greenroom.features.point_imports.models import AwaitedBalance

# Four million characters, some of which take several bytes or are escaped.
MAX_BODY_BYTES = 12 * 2**20


def _by_login(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
    is_login = AwaitedBalance.login == account.login.lower()
    return [AwaitedBalance.channel_id == channel_id, AwaitedBalance.provider == account.provider, is_login]


def feature(_: Services) -> Feature:
    return Feature(
        name="point_imports",
        routes=("greenroom.features.point_imports.routes",),
        tables=(AwaitedBalance,),
        viewer_rows=(ViewerRows(AwaitedBalance, find=_by_login),),
        body_limits={r"/channels/[^/]+/point-imports(?:/review)?": MAX_BODY_BYTES},
        stages={"claim_imported_points": claim_imported_points},
    )
