"""Size limits of commands, timers and quotes: forms check them, importers keep to them."""

# Commands.
MAX_NAMES = 15
MAX_PATTERNS = 15
MAX_DESCRIPTION_LENGTH = 500
MAX_GROUP_LENGTH = 50
# One day.
MAX_COOLDOWN_SECONDS = 86_400
MAX_COMMAND_COST = 1_000_000_000

# Timers.
MAX_MESSAGES = 50
MAX_TIMER_NAME_LENGTH = 100
# One week.
MAX_INTERVAL_MINUTES = 10_080
MAX_CHAT_MESSAGES = 10_000

# Quotes: author and category.
MAX_QUOTE_LINE_LENGTH = 100
