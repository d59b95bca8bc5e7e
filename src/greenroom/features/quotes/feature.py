"""What app.py reads of this feature."""

from greenroom.features.quotes import routes
from greenroom.features.quotes.schemas import QuotesChanged
from greenroom.features.quotes.section import QuotesSection, settings_section
from greenroom.features.quotes.variables import variables

ROUTERS = (routes.router,)
LIVE_MESSAGES = (QuotesChanged,)

__all__ = ["LIVE_MESSAGES", "ROUTERS", "QuotesSection", "settings_section", "variables"]
