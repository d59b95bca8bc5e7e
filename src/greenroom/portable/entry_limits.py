"""Size limits of commands, timers and quotes: forms check them, importers keep to them."""

# Of a command.
MAX_NAMES = 15
MAX_PATTERNS = 15
MAX_DESCRIPTION_LENGTH = 500
MAX_GROUP_LENGTH = 50
# A day, in seconds.
MAX_COOLDOWN_SECONDS = 86_400

# Of a timer.
MAX_MESSAGES = 50
MAX_TIMER_NAME_LENGTH = 100
# A week, in minutes.
MAX_INTERVAL_MINUTES = 10_080
MAX_CHAT_MESSAGES = 10_000

# Of a quote: whose words they are, and its category.
MAX_QUOTE_LINE_LENGTH = 100
