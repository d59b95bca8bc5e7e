from greenroom.feature import Feature, Services
from greenroom.features.point_imports.handlers import claim_imported_points
from greenroom.features.point_imports.models import AwaitedBalance

# Four million characters, some of which take several bytes or are escaped.
MAX_BODY_BYTES = 12 * 2**20


def feature(_: Services) -> Feature:
    return Feature(
        name="point_imports",
        routes=("greenroom.features.point_imports.routes",),
        tables=(AwaitedBalance,),
        body_limits={r"/channels/[^/]+/point-imports(?:/review)?": MAX_BODY_BYTES},
        stages={"claim_imported_points": claim_imported_points},
    )
