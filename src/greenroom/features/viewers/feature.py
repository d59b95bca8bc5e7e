"""What app.py reads of this feature."""

from greenroom.features.viewers import routes
from greenroom.features.viewers.handlers import Doorkeeper
from greenroom.features.viewers.linking import link_by_code
from greenroom.features.viewers.schemas import ViewersChanged, ViewersLinked

ROUTERS = (routes.router,)
LIVE_MESSAGES = (ViewersChanged, ViewersLinked)

__all__ = ["LIVE_MESSAGES", "ROUTERS", "Doorkeeper", "link_by_code"]
