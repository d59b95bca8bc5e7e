import os


def is_fast() -> bool:
    """Whether this process uses undocumented parts of its libraries; read once per connection, not per message."""
    return os.environ.get("GREENROOM_FAST", "1") != "0"
