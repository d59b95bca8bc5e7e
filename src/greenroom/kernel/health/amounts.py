"""Sizes as text."""

KILO = 1000


def readable_size(size: float) -> str:
    """For example `1.4 GB`."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < KILO:
            break
        size /= KILO
    else:
        unit = "TB"
    return f"{size:.0f} {unit}" if size >= 10 or unit == "bytes" else f"{size:.1f} {unit}"  # noqa: PLR2004  # digits
