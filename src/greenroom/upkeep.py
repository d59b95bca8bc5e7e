"""What is done to an installation from the terminal, while the server may run."""

import contextlib
import json
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from greenroom.app import build_kernel
from greenroom.chat.explaining import Considered
from greenroom.chat.line import ChatLine, ChatNews, LineSaid, LinesRemoved, LinesRestored, LinesSwept, Removal
from greenroom.features.commands import feature as commands
from greenroom.features.filters import feature as filters
from greenroom.features.messages.schemas import ChatPage, PublicChat, Why
from greenroom.features.moderation import feature as moderation
from greenroom.features.quotes import feature as quotes
from greenroom.features.sending.schemas import SentNews
from greenroom.features.timers import feature as timers
from greenroom.features.viewers import feature as viewers
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto import KeyProblem, add_key, keep_newest_key
from greenroom.kernel.migrate import make_data_folder, migrate
from greenroom.settings import Settings
from greenroom.tenancy.channel_providers.schemas import ProviderUpdate
from greenroom.tenancy.credentials import service as credentials
from greenroom.tenancy.users import service as users
from greenroom.tenancy.watch.schemas import StreamUpdate

# Messages of the sockets, which OpenAPI has no place for: the web takes their types from the components.
LIVE_MESSAGES = (
    ProviderUpdate,
    StreamUpdate,
    SentNews,
    *moderation.LIVE_MESSAGES,
    *viewers.LIVE_MESSAGES,
    *filters.LIVE_MESSAGES,
    *commands.LIVE_MESSAGES,
    *timers.LIVE_MESSAGES,
    *quotes.LIVE_MESSAGES,
    Considered,
)
# Answers and events that are written past the framework.
STRUCTS = (ChatPage, PublicChat, Why, ChatLine, Removal, LineSaid, LinesRemoved, LinesSwept, LinesRestored)
COMPONENT = "#/components/schemas/{name}"
LINE_SHAPE = {"$ref": COMPONENT.format(name="ChatLine")}
REMOVAL_SHAPE = {"anyOf": [{"$ref": COMPONENT.format(name="Removal")}, {"type": "null"}]}
# What is passed on as it is stored has no shape that could be read from its type.
PASSED_ON = {
    ("StoredLine", "line"): LINE_SHAPE,
    ("StoredLine", "removal"): REMOVAL_SHAPE,
    ("StoredLine", "former_removal"): REMOVAL_SHAPE,
    ("Why", "line"): LINE_SHAPE,
    ("Why", "removal"): REMOVAL_SHAPE,
    ("Why", "records"): {"type": "array", "items": {"$ref": COMPONENT.format(name="Considered")}},
}


def describe_api(app: FastAPI) -> str:
    document = app.openapi()
    _, live = models_json_schema(
        [(message, "serialization") for message in LIVE_MESSAGES], ref_template="#/components/schemas/{model}"
    )
    document["components"]["schemas"].update(live["$defs"] | _describe_structs())
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)


def _describe_structs() -> dict[str, dict[str, Any]]:
    (news,), described = msgspec.json.schema_components([ChatNews], ref_template=COMPONENT)
    _, others = msgspec.json.schema_components(STRUCTS, ref_template=COMPONENT)
    described |= others | {"ChatNews": news}
    for (name, field), shape in PASSED_ON.items():
        described[name]["properties"][field] = shape
    for schema in described.values():
        for field in schema.get("properties", {}).values():
            # What has its default is left out on the way: a type with a default would promise that it is there.
            field.pop("default", None)
    return described


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Kernel]:
    kernel = build_kernel(settings, system_clock)
    try:
        make_data_folder(settings.data_dir)
        await migrate(kernel.database.engine)
        yield kernel
    finally:
        await kernel.http.close()
        await kernel.database.close()


async def bring_up_to_date(settings: Settings) -> None:
    async with opened(settings):
        pass


async def rotate_key(settings: Settings) -> int:
    """The new key encrypts everything before the old one goes; a crash in between loses nothing."""
    if not settings.key_path.exists():
        raise KeyProblem(f"There is no key file {settings.key_path} to rotate.")
    add_key(settings.key_path)
    async with opened(settings) as kernel:
        count = await credentials.relock_all(kernel)
    keep_newest_key(settings.key_path)
    return count


async def forget_key(settings: Settings) -> int:
    async with opened(settings) as kernel:
        kernel.vault.save()
        return await credentials.forget_tokens(kernel)


async def set_operator(settings: Settings, username: str, *, is_operator: bool) -> None:
    async with opened(settings) as kernel, kernel.database.write() as session:
        await users.set_operator(session, username, is_operator=is_operator)
