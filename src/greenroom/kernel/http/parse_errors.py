"""Errors that parsing untrusted input raises."""

import msgspec

# RecursionError: thousands of nested brackets; OverflowError: a time out of range.
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverflowError)
