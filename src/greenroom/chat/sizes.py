"""How large commands, timers and quotes may be: their forms hold people to it, importers keep to it."""

# Of a command.
MOST_NAMES = 15
MOST_PATTERNS = 15
LONGEST_DESCRIPTION = 500
LONGEST_GROUP = 50
# A day, in seconds.
LONGEST_COOLDOWN = 86_400

# Of a timer.
MOST_MESSAGES = 50
LONGEST_TIMER_NAME = 100
# A week, in minutes.
LONGEST_INTERVAL = 10_080
MOST_CHAT_MESSAGES = 10_000

# Of a quote: whose words they are, and its category.
LONGEST_QUOTE_LINE = 100
