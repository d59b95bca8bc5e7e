"""Content of a file, which a parser may read in a limited number of calls."""

from io import BytesIO

# Enough to read 10 MB in pieces of 50 bytes; real files need some thousands.
MAX_READS = 200_000


class TooManyReads(OSError):
    """The parser has read too often: a file of millions of tiny parts would occupy the thread for a minute."""


class LimitedReads(BytesIO):
    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._reads_left = MAX_READS

    def read(self, size: int | None = -1, /) -> bytes:
        self._reads_left -= 1
        if self._reads_left < 0:
            raise TooManyReads("the file has too many parts")
        return super().read(size)
