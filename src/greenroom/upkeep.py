"""What is done to an installation from the terminal, while the server may run."""

import contextlib
import json
from collections.abc import AsyncGenerator

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from greenroom.app import build_kernel
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto import KeyProblem, add_key, keep_newest_key
from greenroom.kernel.migrate import make_data_folder, migrate
from greenroom.settings import Settings
from greenroom.tenancy.channel_providers.schemas import ProviderUpdate
from greenroom.tenancy.credentials import service as credentials
from greenroom.tenancy.users import service as users

# Messages of the sockets, which OpenAPI has no place for: the web takes their types from the components.
LIVE_MESSAGES = (ProviderUpdate,)


def describe_api(app: FastAPI) -> str:
    document = app.openapi()
    _, live = models_json_schema(
        [(message, "serialization") for message in LIVE_MESSAGES], ref_template="#/components/schemas/{model}"
    )
    document["components"]["schemas"].update(live["$defs"])
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)


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
