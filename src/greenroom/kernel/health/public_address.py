"""Checks of the address of this installation: does it lead here, and how long is its certificate valid."""

import asyncio
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.health.check import Check, Finding, fine, problem, warning
from greenroom.kernel.http.client import HttpClient, NoResponse
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.settings import LOOPBACK_HOSTS, KernelSettings

HTTPS_PORT = 443
PROBLEM_BELOW = timedelta(days=3)
WARNING_BELOW = timedelta(days=14)
RENEW = "Renew the certificate at the reverse proxy, and let it renew by itself."


class CertificateRefused(Exception):
    """A TLS connection failed because the certificate is not valid for this address; the text is the reason."""


class Answer(msgspec.Struct):
    """The response of `/health`."""

    status: str
    version: str


def checks(settings: KernelSettings, http: HttpClient, clock: Clock) -> list[Check]:
    return [
        Check("public_address", "Public address", lambda: check_address(settings, http)),
        Check("certificate", "Certificate", lambda: check_certificate(settings.origin, clock)),
    ]


async def check_address(settings: KernelSettings, http: HttpClient) -> Finding:
    origin = settings.origin
    begun = asyncio.get_running_loop().time()
    is_here = await _leads_here(http, origin)
    took_ms = (asyncio.get_running_loop().time() - begun) * 1000
    if is_here:
        reach = f"Reached in {took_ms:.0f} ms"
        return fine(reach if settings.public_url else f"{reach}, from this machine only (public_url is not set)")
    if not settings.public_url:
        return warning(f"The server does not answer at {origin}.", "Start it: greenroom serve.")
    return problem(
        f"{origin} does not lead to this server, so platforms cannot sign users in or deliver webhooks.",
        "Check that the server runs, the name resolves, and the reverse proxy passes requests on; or mend public_url.",
    )


async def _leads_here(http: HttpClient, origin: str) -> bool:
    try:
        answer = await http.request_once("GET", f"{origin}/health")
        return bool(msgspec.json.decode(answer.content, type=Answer).version)
    except (NoResponse, *UNREADABLE):
        return False


async def check_certificate(origin: str, clock: Clock) -> Finding:
    address = urlsplit(origin)
    host = address.hostname or ""
    if address.scheme != "https":
        if host in LOOPBACK_HOSTS:
            return fine("None needed on this machine")
        return warning(
            f"{origin} is not encrypted: sign-ins travel in the open.",
            "Put a reverse proxy with TLS in front, and set public_url to its https address.",
        )
    port = address.port or HTTPS_PORT
    try:
        expires_at = await _certificate_end(host, port)
    except CertificateRefused as refused:
        return problem(f"Browsers refuse the certificate: {refused}.", RENEW)
    except OSError as error:
        return problem(
            f"No TLS connection to {host}, port {port} ({type(error).__name__}).",
            "Check that the reverse proxy runs and accepts https on this port.",
        )
    return judge(expires_at - clock())


def judge(left: timedelta) -> Finding:
    """The finding about a certificate that is still valid for the time `left`."""
    days = "1 day" if left.days == 1 else f"{left.days} days"
    if left < PROBLEM_BELOW:
        return problem(f"The certificate ends in {days}.", RENEW)
    if left < WARNING_BELOW:
        return warning(f"The certificate ends in {days}.", RENEW)
    return fine(f"Valid for {days}")


async def _certificate_end(host: str, port: int) -> datetime:
    import ssl  # noqa: PLC0415  # not needed at the start of the server

    try:
        _, writer = await asyncio.open_connection(host, port, ssl=ssl.create_default_context())
    except ssl.SSLCertVerificationError as error:
        raise CertificateRefused(error.verify_message) from error
    try:
        ends: str = writer.get_extra_info("peercert")["notAfter"]
    finally:
        writer.close()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)
