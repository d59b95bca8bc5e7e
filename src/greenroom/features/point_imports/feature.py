from greenroom.feature import Feature, Later, Services

PARTS = Later("greenroom.features.point_imports.parts")
# The content has up to four million characters, some of which take several bytes or are escaped.
MAX_BODY_BYTES = 12 * 2**20


def feature(services: Services) -> Feature:
    later = PARTS.of(services)
    return Feature(
        name="point_imports",
        routes=("greenroom.features.point_imports.routes",),
        body_limits={r"/channels/[^/]+/point-imports(?:/review)?": MAX_BODY_BYTES},
        stages={"claim_imported_points": later.stage("claim_imported_points")},
        later=later,
    )
