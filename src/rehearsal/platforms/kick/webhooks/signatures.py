"""The key pair that signs webhooks."""

import base64
from functools import cached_property

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey


class SigningKey:
    """An RSA key of 2048 bits; created on first use, because that takes time."""

    @cached_property
    def _private(self) -> RSAPrivateKey:
        return rsa.generate_private_key(public_exponent=65_537, key_size=2048)

    @cached_property
    def public_pem(self) -> str:
        encoding, key_format = serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        return self._private.public_key().public_bytes(encoding, key_format).decode()

    def sign(self, message_id: str, timestamp: str, body: bytes) -> str:
        """RSASSA-PKCS1-v1_5 with SHA-256 over id, time and body, joined by dots."""
        signed = f"{message_id}.{timestamp}.".encode() + body
        return base64.b64encode(self._private.sign(signed, padding.PKCS1v15(), hashes.SHA256())).decode()


# One key pair for the process; a reset restores it after `rotate-key`.
PROCESS_KEY = SigningKey()
