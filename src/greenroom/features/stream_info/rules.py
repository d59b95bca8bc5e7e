"""Pure rules: titles that a platform accepts."""

from greenroom.kernel.text import clean_message

# Longest title that a request may contain; platforms may have shorter limits.
MAX_TEXT_LENGTH = 500


def clean_title(text: str) -> str:
    """One line without control characters; raises ValueError if nothing is left."""
    return clean_message(" ".join(text.split()), MAX_TEXT_LENGTH)


def title_problem(title: str, max_length: int | None, platform: str) -> str | None:
    """Why the platform would refuse the title; None if it is accepted."""
    if max_length is None or len(title) <= max_length:
        return None
    return f"At most {max_length} characters on {platform}; this title has {len(title)}."
