"""Checks custom CSS: it can load nothing but uploaded media and embedded pictures."""

import re

MAX_BYTES = 20_000

_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\f\r])?|(.))", re.DOTALL)
_URL = re.compile(r"url\(\s*(['\"]?)(.*?)\1\s*\)", re.DOTALL)
_MEDIA = re.compile(r"/media/[a-z0-9-]{1,64}")
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]*")
# Rules and functions that load something, or that old browsers run as code.
_FORBIDDEN = re.compile(
    r"@import|@namespace|image-set\(|(?<![\w-])(?:image|src)\(|expression\(|javascript:|-moz-binding"
    r"|(?<![\w-])behavior:|</style"
)


def _unescape(match: re.Match[str]) -> str:
    code, character = match.groups()
    if not code:
        return "" if character in "\n\r\f" else character
    number = int(code, 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"


def check_css(css: str, max_bytes: int = MAX_BYTES) -> str:
    """The same CSS, or ValueError with the reason. Comments are checked too: a string may contain `/*`."""
    if len(css.encode()) > max_bytes:
        raise ValueError(f"must be at most {max_bytes // 1000} kB long")
    # The CSS as browsers read it: without escapes and regardless of case.
    normalised = re.sub(r"\s+(?=[(:])", "", _ESCAPE.sub(_unescape, css).lower())
    if forbidden := _FORBIDDEN.search(normalised):
        raise ValueError(f"must not use {forbidden[0]}")
    allowed = [match for match in _URL.finditer(normalised) if _is_allowed(match[2])]
    if normalised.count("url(") != len(allowed):
        raise ValueError("url() may only name your media, such as url(/media/0192…), or a picture as data:image/…")
    return css


def _is_allowed(address: str) -> bool:
    return bool(_MEDIA.fullmatch(address) or _PICTURE.fullmatch(address))
