"""Sizes as text."""

KILO = 1000
UNITS = ("bytes", "kB", "MB", "GB", "TB")


def readable_size(size: float) -> str:
    """The size with a unit, for example `1.4 GB`."""
    power = 0
    while size >= KILO and power < len(UNITS) - 1:
        size, power = size / KILO, power + 1
    digits = 1 if power and size < 10 else 0  # one digit before the point
    return f"{size:.{digits}f} {UNITS[power]}"
