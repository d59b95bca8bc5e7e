"""Commands that fetch from other servers, and URLs that must not be fetched."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.command_pipeline import open_command_pipeline
from support.commands import CommandChannel
from support.frozen_clock import FrozenClock
from support.public_server import open_public_server

NO_COOLDOWNS: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}


async def test_fetched_text_is_sent_and_failures_are_explained(settings: Settings, clock: FrozenClock) -> None:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    async with open_public_server() as server:
        fetcher = server.fetcher()
        server.on("/rank/Viewer7", b'{"rank": "Gold 2"}', "application/json")
        server.on("/rank/nobody", b"who?", status=404)
        async with open_command_pipeline(replace(kernel, safe_fetcher=fetcher)) as pipeline:
            address = "https://example.com/rank/$(1|$(user))"
            await pipeline.make("!rank", f"Rank: $(urlfetch json.rank {address}|none)", **NO_COOLDOWNS)
            await pipeline.make("!raw", f"$(customapi {address})", **NO_COOLDOWNS)
            assert await pipeline.ask("!rank") == "Rank: Gold 2"
            assert await pipeline.ask("!rank nobody") == "Rank: none"
            assert await pipeline.ask("!raw") == '{"rank": "Gold 2"}'
            assert "The server returned an error (404)" in await pipeline.ask("!raw nobody")
        await fetcher.close()
    assert [head.split()[1] for head in server.requests] == ["/rank/Viewer7", "/rank/nobody"] * 2
    await kernel.safe_fetcher.close()
    await kernel.http.close()
    await kernel.database.close()


@asynccontextmanager
async def recorded_port() -> AsyncGenerator[tuple[int, list[object]]]:
    """A local port that records connections."""
    connections: list[object] = []

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer.get_extra_info("peername"))
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1], connections


async def test_server_never_fetches_from_its_own_machine(
    on_twitch: CommandChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_up = socket.getaddrinfo

    def resolve(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # the signature of getaddrinfo
        return look_up("127.0.0.1" if host == "inside.example.com" else host, port, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    await on_twitch.make("!fetch", "$(count): $(urlfetch $(query))", **NO_COOLDOWNS)
    async with recorded_port() as (port, connections):
        refused = {
            f"https://127.0.0.1:{port}/": "Only the usual port 443 is allowed",
            f"http://127.0.0.1:{port}/": "The address must begin with https://",
            f"https://inside.example.com:{port}/": "Only the usual port 443 is allowed",
            "https://127.0.0.1/": "The address needs the full name of a server, as in api.example.com",
            "https://2130706433/": "The address needs the full name of a server, as in api.example.com",
            "https://localhost/": "The address needs the full name of a server, as in api.example.com",
            "https://inside.example.com/": "The address does not lead to the public internet",
        }
        for number, (address, reason) in enumerate(refused.items(), start=1):
            line = await on_twitch.send_chat(f"!fetch {address}")
            ((_, verdict, result),) = await on_twitch.wait_for_results(line)
            assert (verdict, result) == ("acted", f"responded “{number}:” ($(urlfetch): {reason})")
        await on_twitch.make("!silent", "$(urlfetch $(query))", **NO_COOLDOWNS)
        line = await on_twitch.send_chat("!silent https://inside.example.com/")
        silent = "Empty response; $(urlfetch): The address does not lead to the public internet"
        assert await on_twitch.wait_for_results(line) == [("!silent", "skipped", silent)]
        await on_twitch.make("!off", "$(urlfetch $(query)|)", enabled=False)
        line = await on_twitch.send_chat("!off https://127.0.0.1/")
        reason = "The address needs the full name of a server, as in api.example.com"
        assert await on_twitch.explain(line) == [
            ("!off", "skipped", f"disabled; would have responded nothing ($(urlfetch): {reason})")
        ]
        assert connections == []
        # This connection proves that the port records connections.
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await reader.read()
        writer.close()
        assert len(connections) == 1
