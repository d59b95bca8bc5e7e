"""What app.py reads of this feature."""

from greenroom.features.channel_file import routes

ROUTERS = (routes.router,)
# Eight million characters, some of which take several bytes or are written as escapes.
LARGE_BODIES = {r"/channels/[^/]+/channel-file/[^/]+": 24 * 2**20}
