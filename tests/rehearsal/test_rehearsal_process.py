"""The rehearsal as a process: output, address checks and shutdown."""

import asyncio
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from rehearsal.cli import main
from rehearsal.network.loopback import is_loopback_host_header, is_loopback_url
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS


@asynccontextmanager
async def start_rehearsal(*arguments: str) -> AsyncGenerator[Process]:
    command = [sys.executable, "-m", "rehearsal", "--port", "0", *arguments]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def read_environment(process: Process) -> dict[str, str]:
    """The settings that the rehearsal prints before the line `ready`."""
    assert process.stdout is not None
    lines: list[str] = []
    while (line := (await process.stdout.readline()).decode().strip()) != "ready":
        assert line, "the rehearsal stopped before it was ready"
        lines.append(line)
    return dict(line.split("=", 1) for line in lines)


async def test_rehearsal_prints_its_settings_responds_once_ready_and_stops_on_sigint() -> None:
    async with (
        start_rehearsal() as process,
        httpx.AsyncClient(trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS) as http,
    ):
        lines = await read_environment(process)
        base = lines["REHEARSAL_CONTROL_URL"].removesuffix("/control")
        assert (await http.get(f"{base}/control/people")).status_code == 200
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0
    assert lines["GREENROOM_TWITCH__OAUTH_URL"] == f"{base}/twitch/oauth2"
    assert lines["GREENROOM_TWITCH__API_URL"] == f"{base}/twitch/helix"
    assert lines["GREENROOM_TWITCH__EVENTSUB_URL"] == f"{base.replace('http', 'ws')}/twitch/ws"
    assert lines["GREENROOM_TWITCH__EMOTES_URL"] == f"{base}/twitch/emoticons/v2"
    assert lines["GREENROOM_TWITCH__CLIENT_ID"] == "greenroom-rehearsal"
    assert len(lines["GREENROOM_TWITCH__CLIENT_SECRET"]) == 30


async def test_rehearsal_stops_at_once_on_sigterm_while_a_client_waits() -> None:
    async with (
        start_rehearsal() as process,
        httpx.AsyncClient(trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS) as http,
    ):
        control = (await read_environment(process))["REHEARSAL_CONTROL_URL"]
        waiting = asyncio.create_task(http.get(f"{control}/wait", params={"event": "never"}))
        await http.get(f"{control}/people")
        process.terminate()
        assert await process.wait() == 0
        assert (await waiting).status_code == 503


async def test_rehearsal_takes_the_next_free_port_and_stops_with_its_parent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = int(taken.getsockname()[1])
        async with start_rehearsal("--port", str(port), "--nearby", "--exit-with-parent") as process:
            control = httpx.URL((await read_environment(process))["REHEARSAL_CONTROL_URL"])
            assert process.stdin is not None
            process.stdin.close()
            assert await process.wait() == 0
    assert control.port is not None
    assert port < control.port <= port + 20


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.com", ""])  # noqa: S104 - what must be refused
def test_rehearsal_refuses_every_address_but_loopback(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--port", "0", "--host", host]) == 2
    output = capsys.readouterr()
    assert "listens on this machine only" in output.err
    assert output.out == ""


def test_a_port_in_use_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["--port", port]) == 2
    output = capsys.readouterr().err
    assert output.startswith(f"Cannot listen on 127.0.0.1 port {port}")
    assert output.count("\n") == 1


def test_a_file_that_is_no_state_file_is_refused_and_not_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes")
    assert main(["--port", "0", "--state", str(file)]) == 2
    assert "is not a readable state file" in capsys.readouterr().err
    assert file.read_text() == "my notes"


@pytest.mark.parametrize("port", ["-1", "65536", "http", ""])
def test_invalid_port_is_rejected(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([f"--port={port}"])
    assert stopped.value.code == 2
    assert "0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "localhost:1", "[::1]:8000", "127.0.0.2"])
def test_loopback_host_headers_are_allowed(host: str) -> None:
    assert is_loopback_host_header(host)


@pytest.mark.parametrize("host", ["", "evil.example", "127.0.0.1.evil.example", "a@127.0.0.1", "127.0.0.1/x", "[::1"])
def test_other_host_headers_are_refused(host: str) -> None:
    assert not is_loopback_host_header(host)


@pytest.mark.parametrize("url", ["http://localhost:8000/x?y=1", "https://127.0.0.1/", "http://[::1]:3000/a"])
def test_loopback_urls_are_recognised(url: str) -> None:
    assert is_loopback_url(url)


@pytest.mark.parametrize(
    "url", ["//127.0.0.1/", "ftp://127.0.0.1/", "http://evil.example\\@127.0.0.1/", "http://[", "x"]
)
def test_other_urls_are_not_loopback(url: str) -> None:
    assert not is_loopback_url(url)
