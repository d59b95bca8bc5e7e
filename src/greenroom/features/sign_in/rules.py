"""OAuth flows: their purposes and lifetime, the check of redirect targets, and the PKCE challenge."""

import base64
import hashlib
import unicodedata
from datetime import timedelta
from enum import StrEnum
from urllib.parse import unquote

from greenroom.kernel.text import BIDI

STATE_LIFETIME = timedelta(minutes=10)
MAX_PATH_LENGTH = 2000


class Purpose(StrEnum):
    SIGN_IN = "sign_in"
    USER_PROVIDER = "user_provider"
    CHANNEL_PROVIDER = "channel_provider"
    # Connects the account to the channel, and to the user who starts the flow.
    CHANNEL_AND_USER = "channel_and_user"
    CHANNEL_BOT = "channel_bot"
    SYSTEM_BOT = "system_bot"


def local_path(target: str) -> str | None:
    """The target if it stays on this site, else None; `//host`, `/\\host` and their encoded forms do not."""
    if len(target) > MAX_PATH_LENGTH or "\\" in target:
        return None
    for decoded in (target, unquote(target), unquote(unquote(target))):
        if not decoded.startswith("/") or decoded[1:2] in {"/", "\\"}:
            return None
        # Browsers drop tabs and line breaks from URLs; direction marks disguise the target.
        if any(character in BIDI or unicodedata.category(character) == "Cc" for character in decoded):
            return None
    return target


def code_challenge(verifier: str) -> str:
    """S256 of RFC 7636."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
