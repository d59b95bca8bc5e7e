"""The certificate store for webhooks to HTTPS addresses."""

import ssl
from functools import cache

import httpx


@cache
def ssl_context() -> ssl.SSLContext:
    """One context for the whole process, because loading the certificates takes about forty milliseconds."""
    return httpx.create_ssl_context(trust_env=False)
