"""Pure rules: titles that a platform accepts."""

from greenroom.kernel.text import clean_message

# A longer text is refused before any platform's own limit is known.
MAX_TEXT_LENGTH = 500


def clean_title(text: str) -> str:
    """One line without control characters; raises ValueError if nothing is left."""
    return clean_message(" ".join(text.split()), MAX_TEXT_LENGTH)


def title_problem(title: str, max_length: int | None, platform: str) -> str | None:
    """Why the platform would refuse the title. An emoji counts as many characters as it has code points."""
    if max_length is None or len(title) <= max_length:
        return None
    return f"At most {max_length} characters on {platform}; this title has {len(title)}."
