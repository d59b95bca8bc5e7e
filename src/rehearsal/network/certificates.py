"""What webhooks to an https address are checked with."""

import ssl
from functools import cache

import httpx


@cache
def certificates() -> ssl.SSLContext:
    """Read once for a process: every client would spend some forty milliseconds on it."""
    return httpx.create_ssl_context(trust_env=False)
