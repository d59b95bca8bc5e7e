import os


def is_fast() -> bool:
    """Whether this process uses undocumented parts of its libraries."""
    return os.environ.get("GREENROOM_FAST", "1") != "0"
