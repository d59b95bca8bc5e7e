"""Character classes: emoji and symbols."""

import re
import unicodedata

_PICTOGRAPH = (
    "\u231a\u231b\u23e9-\u23f3\u23f8-\u23fa\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa"
    "\U0001f400-\U0001faff"
)
_MODIFIER = "\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\u20e3"
_PICTURE = f"[{_PICTOGRAPH}][{_MODIFIER}]*"
# A flag (two regional indicators), a keycap, or one or more emoji with modifiers, joined by ZWJ.
EMOJI = re.compile(f"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3|{_PICTURE}(?:\u200d{_PICTURE})*")
# Tibetan and Ethiopic write these between syllables or words.
_SEPARATORS = "\u0f0b\u0f0c\u1361"
# Any character but letters, digits, underscores, spaces, emoji, modifiers and joiners. Combining marks match too.
SYMBOL = re.compile(f"[^\\w\\s{_SEPARATORS}{_PICTOGRAPH}{_MODIFIER}\ufe0e\u200b-\u200f\u2060\U0001f1e6-\U0001f1ff]")
_ASCII_NON_SYMBOLS = bytes(at for at in range(128) if not SYMBOL.match(chr(at)))


def count_symbols(text: str) -> int:
    if text.isascii():
        return len(text.encode().translate(None, _ASCII_NON_SYMBOLS))
    # Many scripts write vowels as combining marks, which are no symbols.
    return sum(unicodedata.category(character)[0] != "M" for character in SYMBOL.findall(text))
