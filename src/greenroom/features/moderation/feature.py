"""What app.py reads of this feature."""

from greenroom.chat.moderation import EntryNews
from greenroom.features.moderation import routes
from greenroom.features.moderation.handlers import log
from greenroom.features.moderation.jobs import jobs
from greenroom.features.moderation.settling import EntryLedger

ROUTERS = (routes.router,)
LIVE_MESSAGES = (EntryNews,)

__all__ = ["LIVE_MESSAGES", "ROUTERS", "EntryLedger", "jobs", "log"]
