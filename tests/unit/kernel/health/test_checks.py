"""Health checks of the installation: their findings, and that a slow or failed check does not affect the others."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from greenroom.chat.protocol.events import QuotaReported
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.clock import system_clock
from greenroom.kernel.db.database import Database
from greenroom.kernel.health import clock as clock_check
from greenroom.kernel.health import database as database_check
from greenroom.kernel.health import disk, files, public_address
from greenroom.kernel.health.amounts import readable_size
from greenroom.kernel.health.broker import check_broker
from greenroom.kernel.health.check import Check, Finding, State, fine, run_checks
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.youtube.quota import check as quota
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock

NOW = datetime(2030, 1, 2, tzinfo=UTC)


async def test_slow_and_failed_checks_are_problems_and_delay_no_other_check() -> None:
    async def hang() -> Finding:
        await asyncio.Event().wait()
        return fine("never")

    async def fail() -> Finding:
        raise LookupError("client_secret=hunter2")

    async def work() -> Finding:
        return fine("works")

    checks = [Check(name, name, run) for name, run in (("slow", hang), ("broken", fail), ("good", work))]
    slow, broken, good = await run_checks(checks, max_seconds=0.01)
    assert (slow.state, broken.state, good.state) == (State.PROBLEM, State.PROBLEM, State.OK)
    assert "hunter2" not in broken.sentence + broken.fix
    assert slow.fix


def test_size_is_readable() -> None:
    assert [readable_size(size) for size in (7, 1400, 23_000_000, 1_400_000_000)] == [
        "7 bytes",
        "1.4 kB",
        "23 MB",
        "1.4 GB",
    ]


@pytest.mark.parametrize(("free", "state"), [(10**8, State.PROBLEM), (10**9, State.WARNING), (10**11, State.OK)])
def test_disk_with_little_space_is_a_warning_and_then_a_problem(free: int, state: State) -> None:
    assert disk.judge(free, 10**12).state == state


@pytest.mark.parametrize(
    ("took_ms", "version", "state"),
    [(2, "0058", State.OK), (900, "0058", State.WARNING), (2, "0057", State.PROBLEM), (2, None, State.PROBLEM)],
)
def test_slow_or_outdated_database_is_reported(took_ms: float, version: str | None, state: State) -> None:
    assert database_check.judge(took_ms, 10**6, version, "0058").state == state


async def test_database_that_cannot_be_opened_is_a_problem(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'missing' / 'test.db'}", MemoryBus().publish)
    found = await database_check.check_answer(database)
    await database.close()
    assert (found.state, bool(found.fix)) == (State.PROBLEM, True)


@pytest.fixture
def damaged_file(tmp_path: Path, migrated_file: Path) -> Path:
    content = bytearray(migrated_file.read_bytes())
    content[8192 : 3 * 8192] = b"\xff" * (2 * 8192)
    copy = tmp_path / "damaged.db"
    copy.write_bytes(content)
    return copy


async def test_damaged_database_file_is_a_problem_fixed_by_a_restore(damaged_file: Path, migrated_file: Path) -> None:
    assert (await database_check.check_integrity(migrated_file)).state == State.OK
    found = await database_check.check_integrity(damaged_file)
    assert (found.state, "greenroom restore" in found.fix) == (State.PROBLEM, True)


@pytest.mark.parametrize(
    ("seconds", "state"), [(1, State.OK), (-1, State.OK), (-5, State.WARNING), (120, State.PROBLEM)]
)
def test_wrong_clock_is_reported(seconds: int, state: State) -> None:
    assert clock_check.judge(timedelta(seconds=seconds), "the database").state == state


async def test_clock_is_compared_with_the_first_source_that_answers(clock: FrozenClock) -> None:
    async def silent() -> datetime | None:
        return None

    async def behind() -> datetime | None:
        return clock() - timedelta(seconds=10)

    sources = [clock_check.TimeSource("A", silent), clock_check.TimeSource("B", behind)]
    assert (await clock_check.check_clock(clock, sources)).sentence == "10 s ahead of B."
    assert (await clock_check.check_clock(clock, sources[:1])).state == State.OK


def set_modes(modes: dict[Path, int]) -> None:
    for path, mode in modes.items():
        path.chmod(mode)


@pytest.fixture
def secret_files(tmp_path: Path) -> tuple[Path, Path]:
    """A key file and a settings file that only their owner can read."""
    paths = tmp_path / "secret.key", tmp_path / "greenroom.toml"
    for path in paths:
        path.write_text("secret")
    set_modes({paths[0]: 0o600, paths[1]: 0o600, tmp_path: 0o700})
    return paths


async def test_files_that_others_can_read_are_reported_with_the_chmod_command(
    tmp_path: Path, secret_files: tuple[Path, Path]
) -> None:
    key, config = secret_files
    states = [(await files.check_key(key)).state, (await files.check_secrets(tmp_path, config)).state]
    assert states == [State.OK, State.OK]
    set_modes({key: 0o640, config: 0o604})
    found = await files.check_key(key)
    assert (found.state, f"chmod 600 {key}" in found.fix) == (State.PROBLEM, True)
    assert (await files.check_secrets(tmp_path, config)).fix == f"Run chmod 600 {config}."
    set_modes({tmp_path: 0o755})
    assert (await files.check_secrets(tmp_path, config)).fix == f"Run chmod 700 {tmp_path}."


async def test_missing_key_file_is_no_problem(tmp_path: Path) -> None:
    assert (await files.check_key(tmp_path / "secret.key")).state == State.OK


async def test_single_process_needs_no_redis() -> None:
    assert (await check_broker(MemoryBus())).state == State.OK


async def address_finding(public_url: str, port: int) -> Finding:
    http = HttpClient("Greenroom tests")
    try:
        return await public_address.check_address(Settings(public_url=public_url, port=port), http)
    finally:
        await http.close()


async def answer_as_another_site(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readline()
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
    writer.close()


async def test_public_address_at_which_another_server_answers_is_a_problem() -> None:
    server = await asyncio.start_server(answer_as_another_site, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    async with server:
        found = await address_finding(f"http://127.0.0.1:{port}", port)
    assert (found.state, bool(found.fix)) == (State.PROBLEM, True)
    # Nothing answers any more; without a public address in the settings that is a warning only.
    assert (await address_finding("", port)).state == State.WARNING


def certificate(folder: Path, ends_at: datetime) -> tuple[Path, Path]:
    """Writes a self-signed certificate for localhost and its key; returns the two files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(ends_at)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    paths[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, *private))
    return paths


async def certificate_finding(paths: tuple[Path, Path]) -> Finding:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*paths)
    server = await asyncio.start_server(answer_as_another_site, "127.0.0.1", ssl=context)
    async with server:
        origin = f"https://localhost:{server.sockets[0].getsockname()[1]}"
        return await public_address.check_certificate(origin, system_clock)


@pytest.mark.parametrize(("days", "state"), [(60, State.OK), (10, State.WARNING), (2, State.PROBLEM)])
async def test_certificate_that_expires_soon_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, state: State
) -> None:
    certificate_files = certificate(tmp_path, datetime.now(UTC) + timedelta(days=days, hours=1))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate_files[0]))
    found = await certificate_finding(certificate_files)
    assert (found.state, f"{days} days" in found.sentence) == (state, True)


async def test_certificate_that_browsers_refuse_is_a_problem(tmp_path: Path) -> None:
    found = await certificate_finding(certificate(tmp_path, datetime.now(UTC) + timedelta(days=60)))
    assert (found.state, "self-signed" in found.sentence.replace("self signed", "self-signed")) == (State.PROBLEM, True)


async def test_https_address_whose_server_speaks_no_tls_is_a_problem() -> None:
    server = await asyncio.start_server(answer_as_another_site, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    async with server:
        found = await public_address.check_certificate(f"https://127.0.0.1:{port}", system_clock)
    assert found.state == State.PROBLEM
    assert found.sentence.startswith(f"No TLS connection to 127.0.0.1, port {port}")
    assert "reverse proxy runs" in found.fix


async def test_http_address_is_fine_for_localhost_and_a_warning_elsewhere(clock: FrozenClock) -> None:
    assert (await public_address.check_certificate("http://localhost:8000", clock)).state == State.OK
    assert (await public_address.check_certificate("http://live.example.org", clock)).state == State.WARNING


@pytest.mark.parametrize(
    ("used", "restriction", "is_closed", "state"),
    [
        (100, "", False, State.OK),
        (8_120, "Chat is read less often.", False, State.WARNING),
        (10_000, "", True, State.PROBLEM),
    ],
)
def test_low_or_spent_youtube_quota_is_reported(used: int, restriction: str, is_closed: bool, state: State) -> None:
    report = QuotaReported(used, 10_000, NOW, used, restriction)
    found = quota.judge(report, NOW, is_closed=is_closed)
    assert (found.state, f"{used:,} of 10,000 units" in found.sentence) == (state, True)


def test_spent_youtube_quota_is_reported_with_the_hours_left_and_no_clock_time() -> None:
    report = QuotaReported(10_000, 10_000, NOW + timedelta(hours=7, minutes=20), 10_000, "")
    found = quota.judge(report, NOW, is_closed=True)
    assert found.sentence.endswith("chat and titles stand still for another 7 hours, 20 minutes.")
