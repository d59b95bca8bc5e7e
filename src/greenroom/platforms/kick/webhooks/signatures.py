"""Verification of Kick's webhook signatures with its published key."""

import asyncio
import base64
import binascii
from datetime import datetime, timedelta

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from greenroom.accounts.platforms import PlatformFailure, PlatformUnavailable
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.logs import get_logger
from greenroom.platforms.kick.api.answers import Enveloped, call, raise_for_status, read
from greenroom.platforms.kick.settings import KickSettings

log = get_logger(__name__)

# Minimum time before a fetched key is fetched again: forged signatures must not cause a request each.
REFETCH_AFTER = timedelta(seconds=30)
RETRY_AFTER_FAILURE = timedelta(seconds=5)


class Published(msgspec.Struct):
    public_key: str


def signed_text(message_id: str, timestamp: str, body: bytes) -> bytes:
    return f"{message_id}.{timestamp}.".encode() + body


def is_valid_signature(key: RSAPublicKey, signature: str, text: bytes) -> bool:
    try:
        key.verify(base64.b64decode(signature, validate=True), text, PKCS1v15(), SHA256())
    except (InvalidSignature, binascii.Error, ValueError):
        return False
    return True


def read_key(pem: str) -> RSAPublicKey:
    try:
        key = load_pem_public_key(pem.encode())
    except (ValueError, UnsupportedAlgorithm) as error:
        raise PlatformUnavailable("Kick published an unreadable key") from error
    if not isinstance(key, RSAPublicKey):
        raise PlatformUnavailable("Kick published a key of another kind")
    return key


class PublishedKey:
    """Kick's public key, fetched on first use and again when a signature does not match."""

    def __init__(self, settings: KickSettings, http: HttpClient, clock: Clock) -> None:
        self._url = f"{settings.api_url}/v1/public-key"
        self._http = http
        self._clock = clock
        self._key: RSAPublicKey | None = None
        self._next_fetch_at: datetime | None = None
        self._fetch_lock = asyncio.Lock()

    async def verifies(self, signature: str, text: bytes) -> bool:
        """Whether the signature is Kick's; raises PlatformUnavailable as long as no key could be fetched."""
        tried = self._key
        if tried is not None and is_valid_signature(tried, signature, text):
            return True
        key = await self._refetch(tried)
        if key is None:
            raise PlatformUnavailable("Kick's public key is not known yet")
        return key is not tried and is_valid_signature(key, signature, text)

    async def _refetch(self, tried: RSAPublicKey | None) -> RSAPublicKey | None:
        """Fetches the key if `tried` is the latest one and its fetch is long enough ago; returns the current key."""
        async with self._fetch_lock:
            if self._key is not tried or (self._next_fetch_at is not None and self._clock() < self._next_fetch_at):
                return self._key
            try:
                self._key = await self._fetch()
                self._next_fetch_at = self._clock() + REFETCH_AFTER
            except PlatformFailure as error:
                log.warning("kick_key_fetch_failed", error=str(error))
                self._next_fetch_at = self._clock() + RETRY_AFTER_FAILURE
            return self._key

    async def _fetch(self) -> RSAPublicKey:
        answer = await call(self._http, "GET", self._url)
        raise_for_status(answer)
        return read_key(read(answer, Enveloped[Published]).data.public_key)
