"""Duration of a sound, from its headers; tinytag is imported for the first upload."""

from greenroom.features.media.content.limited_reads import LimitedReads
from greenroom.kernel.errors import Invalid

MAX_DURATION_MS = 24 * 3_600_000


def check_sound(data: bytes) -> int:
    """Checks that the sound can be read; returns its duration in milliseconds."""
    from tinytag import TinyTag, TinyTagException  # noqa: PLC0415  # most processes never need it

    try:
        duration = TinyTag.get(file_obj=LimitedReads(data), tags=False).duration
    except (TinyTagException, OSError, ValueError, ArithmeticError, LookupError) as error:
        raise _unreadable() from error
    if not duration or not 0 < duration * 1_000 <= MAX_DURATION_MS:
        raise _unreadable()
    return max(1, round(duration * 1_000))


def _unreadable() -> Invalid:
    return Invalid("file", "is not a sound that can be read: it is damaged or something else")
