"""Random tokens, and the hash under which they are stored."""

import hashlib
import secrets

TOKEN_BYTES = 32
# Length of a token: its bytes in base64 without padding.
TOKEN_LENGTH = 43


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    # A token has 256 random bits, so one round of SHA-256 is enough.
    return hashlib.sha256(token.encode()).hexdigest()
