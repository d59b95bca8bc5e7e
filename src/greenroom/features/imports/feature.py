from greenroom.feature import Feature, Services

# Two million characters, some of which take several bytes or are escaped.
MAX_BODY_BYTES = 8 * 2**20


def feature(_: Services) -> Feature:
    return Feature(
        name="imports",
        routes=("greenroom.features.imports.routes",),
        body_limits={r"/channels/[^/]+/imports(?:/review)?": MAX_BODY_BYTES},
    )
