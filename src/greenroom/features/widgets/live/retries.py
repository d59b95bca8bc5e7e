"""How long to wait before a retry, for example of a write that failed because the database was locked."""

FIRST_RETRY_SECONDS = 0.25
MAX_RETRY_SECONDS = 15.0
MAX_DOUBLINGS = 10


def retry_seconds(failures: int) -> float:
    """Seconds to wait after this number of failures in a row (at least 1)."""
    return min(FIRST_RETRY_SECONDS * 2 ** min(failures - 1, MAX_DOUBLINGS), MAX_RETRY_SECONDS)
