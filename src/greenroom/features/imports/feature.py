from greenroom.feature import Feature, Services
from greenroom.features.imports import routes

# Two million characters, some of which take several bytes or are escaped.
MAX_BODY_BYTES = 8 * 2**20


def feature(_: Services) -> Feature:
    return Feature(
        name="imports",
        routers=(routes.router,),
        large_bodies={r"/channels/[^/]+/imports(?:/review)?": MAX_BODY_BYTES},
    )
