"""What app.py reads of this feature."""

from greenroom.features.emotes import routes

ROUTERS = (routes.router,)
