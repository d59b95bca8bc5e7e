"""Errors that parsing untrusted input raises."""

import msgspec

# The last two take a few thousand brackets, and a time beyond all calendars.
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverflowError)
