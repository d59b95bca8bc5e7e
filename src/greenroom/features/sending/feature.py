"""What app.py reads of this feature."""

from greenroom.features.sending import routes
from greenroom.features.sending.jobs import jobs

ROUTERS = (routes.router,)

__all__ = ["ROUTERS", "jobs"]
