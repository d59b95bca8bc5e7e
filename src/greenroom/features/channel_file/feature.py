"""What app.py reads of this feature."""

from greenroom.features.channel_file import routes

ROUTERS = (routes.router,)
# Four million characters, some of which take several bytes or are written as escapes.
LARGE_BODIES = {r"/channels/[^/]+/channel-file/[^/]+": 12 * 2**20}
