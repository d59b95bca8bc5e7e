"""What app.py reads of this feature."""

from greenroom.features.attendance import routes
from greenroom.features.attendance.jobs import Attendants
from greenroom.features.attendance.variables import variables

__all__ = ["ROUTERS", "Attendants", "variables"]

ROUTERS = (routes.router,)
