"""Incremental parser that yields the elements of a streamed JSON list."""

import re

from greenroom.accounts.platforms import PlatformUnavailable

# A string, or a brace outside of strings; the group matches if the string continues in the next chunk.
TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|(\\?\Z))|[{}]', re.DOTALL)
# An element of a busy chat's stream has a few hundred kilobytes.
MAX_ELEMENT_BYTES = 16_000_000


class JsonElements:
    """Splits a list of objects into its elements as they arrive, because the server keeps the list open for minutes."""

    def __init__(self) -> None:
        self._buffer = b""
        self._scanned = 0
        self._depth = 0
        self._start = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """Returns the elements that this chunk completes, as JSON."""
        self._buffer += chunk
        if len(self._buffer) > MAX_ELEMENT_BYTES:
            raise PlatformUnavailable("YouTube sent an element that is too large")
        found, position = list[bytes](), len(self._buffer)
        for token in TOKEN.finditer(self._buffer, self._scanned):
            if token[1] is not None:
                position = token.start()
                break
            if (element := self._step(token)) is not None:
                found.append(element)
        self._drop_parsed(position)
        return found

    def _step(self, token: re.Match[bytes]) -> bytes | None:
        brace = token[0]
        if brace == b"{":
            if self._depth == 0:
                self._start = token.start()
            self._depth += 1
        elif brace == b"}" and self._depth > 0:
            self._depth -= 1
            if self._depth == 0:
                return self._buffer[self._start : token.end()]
        return None

    def _drop_parsed(self, position: int) -> None:
        keep_from = self._start if self._depth else position
        self._buffer = self._buffer[keep_from:]
        self._scanned, self._start = position - keep_from, 0
