"""What app.py reads of this feature."""

from greenroom.features.messages import jobs as upkeep
from greenroom.features.messages import routes
from greenroom.features.messages.handlers import Recorder
from greenroom.features.messages.section import chat_section

ROUTERS = (routes.pages_router, routes.router, routes.public_router)
jobs = upkeep.jobs

__all__ = ["ROUTERS", "Recorder", "chat_section", "jobs"]
