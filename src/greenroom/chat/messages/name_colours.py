"""Name colours that are readable on the dark background."""

import colorsys
import re
from functools import lru_cache
from zlib import crc32

BACKGROUND = (0x14, 0x19, 0x1C)
MIN_CONTRAST = 4.5
HEX = re.compile(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})")

Rgb = tuple[int, int, int]


@lru_cache(maxsize=16_384)
def readable_colour(colour: str, name: str) -> str:
    """The chosen colour, lightened as far as needed; without one, a colour derived from the name."""
    rgb = _parse(colour)
    return _hex(_lighten(rgb)) if rgb is not None else colour_of_name(name)


def colour_of_name(name: str) -> str:
    """A colour that is always the same for the same name."""
    number = crc32(name.casefold().encode("utf-8", "replace"))
    hue, saturation = (number % 360) / 360, 0.55 + (number // 360 % 30) / 100
    return _hex(_lighten(_rgb(hue, 0.66, saturation)))


def contrast(rgb: Rgb, background: Rgb = BACKGROUND) -> float:
    """Contrast ratio as defined by WCAG."""
    lighter, darker = sorted((_luminance(rgb), _luminance(background)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _parse(colour: str) -> Rgb | None:
    found = HEX.fullmatch(colour)
    if found is None:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _lighten(rgb: Rgb) -> Rgb:
    if contrast(rgb) >= MIN_CONTRAST:
        return rgb
    hue, lightness, saturation = colorsys.rgb_to_hls(*(part / 255 for part in rgb))
    low, high = lightness, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (low, middle) if contrast(_rgb(hue, middle, saturation)) >= MIN_CONTRAST else (middle, high)
    return _rgb(hue, high, saturation)


def _rgb(hue: float, lightness: float, saturation: float) -> Rgb:
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, saturation)
    return round(red * 255), round(green * 255), round(blue * 255)


def _luminance(rgb: Rgb) -> float:
    red, green, blue = (_linear(part / 255) for part in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _hex(rgb: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)
