"""What reading something odd raises, whoever sent it."""

import msgspec

# The last two take a few thousand brackets, and a time beyond all calendars.
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverflowError)
