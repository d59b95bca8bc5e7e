"""What app.py reads of this feature."""

from greenroom.features.imports import routes

ROUTERS = (routes.router,)
# Two million characters, some of which take several bytes or are written as escapes.
LARGE_BODIES = {r"/channels/[^/]+/imports(?:/review)?": 8 * 2**20}
