"""Link codes, and checks of ids and notes."""

import secrets
import unicodedata

from greenroom.kernel.text import BIDI, clean_line

MAX_NOTE_LENGTH = 1_000

# Without I, L, O, 0 and 1, which look alike.
CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
COMMAND = "!link"
# The command without its prefix: any prefix is accepted, because no viewer types a valid code by accident.
COMMAND_WORD = "link "
MAX_PREFIX_LENGTH = 3
# Wrong codes per account within ten minutes: enough for a few typing errors.
MAX_ATTEMPTS = 5


def clean_id(text: str) -> str:
    if not text.isprintable() or text.isspace():
        raise ValueError("must not contain control characters")
    return text


def clean_note(text: str) -> str:
    """The note without control characters, perhaps of several lines; raises ValueError if it is empty or too long."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").split("\n")
    tidied = "\n".join("".join(one for one in line if _is_allowed(one)).rstrip() for line in lines).strip()
    # Called only for its checks.
    clean_line(tidied.replace("\n", " "), MAX_NOTE_LENGTH)
    return tidied


def _is_allowed(character: str) -> bool:
    return character not in BIDI and unicodedata.category(character) not in {"Cc", "Zl", "Zp", "Cs", "Co", "Cn"}


def new_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def code_in(text: str) -> str | None:
    """The code after the command, in upper case; None if it cannot be a code."""
    typed = text.partition(COMMAND_WORD)[2].strip().upper()
    return typed if len(typed) == CODE_LENGTH and all(one in CODE_ALPHABET for one in typed) else None


def is_link_command(text: str) -> bool:
    at = text.find(COMMAND_WORD, 0, MAX_PREFIX_LENGTH + len(COMMAND_WORD))
    return at > 0 and not any(one.isalnum() or one.isspace() for one in text[:at])
