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
PROBLEM_AGE = timedelta(days=3)
WARNING_AGE = timedelta(days=14)
RENEW = "Renew the certificate at the reverse proxy, and let it renew by itself."


class Answer(msgspec.Struct):
    """What `/health` answers."""

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
    return judge(await _expiry(host, address.port or HTTPS_PORT), clock())


def judge(expires_at: datetime | str, now: datetime) -> Finding:
    """`expires_at` is the reason as text if the certificate was not accepted."""
    if isinstance(expires_at, str):
        return problem(f"Browsers refuse the certificate: {expires_at}.", RENEW)
    days = (expires_at - now).days
    if expires_at - now < PROBLEM_AGE:
        return problem(f"The certificate ends in {days} days.", RENEW)
    if expires_at - now < WARNING_AGE:
        return warning(f"The certificate ends in {days} days.", RENEW)
    return fine(f"Valid for {days} days")


async def _expiry(host: str, port: int) -> datetime | str:
    import ssl  # noqa: PLC0415  # not needed at the start of the server

    try:
        _, writer = await asyncio.open_connection(host, port, ssl=ssl.create_default_context())
    except ssl.SSLCertVerificationError as error:
        return error.verify_message
    except OSError as error:
        return f"no TLS connection ({type(error).__name__})"
    try:
        ends: str = writer.get_extra_info("peercert")["notAfter"]
    finally:
        writer.close()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)
