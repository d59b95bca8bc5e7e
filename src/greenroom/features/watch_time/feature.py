"""What app.py reads of this feature."""

from greenroom.features.watch_time import routes
from greenroom.features.watch_time.jobs import WatchTimeJob
from greenroom.features.watch_time.variables import variables

__all__ = ["ROUTERS", "WatchTimeJob", "variables"]

ROUTERS = (routes.router,)
