"""WebSocket text frames encoded by us, once for all sockets that get them.

Fallback: `AsgiWriter` sends `texts` through the server's own encoder. Bench: fanout-100, fanout-saturated.
"""

import struct
from collections.abc import Sequence
from functools import cached_property


class EncodedFrames:
    """One or more texts sent together, encoded at most once for all sockets."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self.texts = texts

    @cached_property
    def wire(self) -> bytes:
        """WebSocket frames, ready to be written to a transport."""
        return b"".join(part for text in self.texts for part in (_header(len(text)), text))


def _header(size: int) -> bytes:
    """Header of a final text frame, not masked, not compressed (RFC 6455, section 5.2)."""
    if size < 126:
        return struct.pack("!BB", 0x81, size)
    if size < 65_536:
        return struct.pack("!BBH", 0x81, 126, size)
    return struct.pack("!BBQ", 0x81, 127, size)
