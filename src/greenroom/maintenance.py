"""Maintenance commands of the command line; the server may be running."""

import contextlib
from collections.abc import AsyncGenerator

from greenroom.assembly import build_kernel
from greenroom.features.announcements import service as announcements
from greenroom.features.giveaways import service as giveaways
from greenroom.features.widgets import service as widgets
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import KeyProblem, add_key, keep_newest_key
from greenroom.kernel.db.migrate import make_data_folder, migrate
from greenroom.settings import Settings
from greenroom.tenancy.credentials import service as credentials
from greenroom.tenancy.users import service as users


@contextlib.asynccontextmanager
async def open_kernel(settings: Settings) -> AsyncGenerator[Kernel]:
    kernel = build_kernel(settings, system_clock)
    try:
        make_data_folder(settings.data_dir)
        await migrate(kernel.database.engine)
        yield kernel
    finally:
        await kernel.http.close()
        await kernel.database.close()


async def migrate_database(settings: Settings) -> None:
    async with open_kernel(settings):
        pass


async def rotate_key(settings: Settings) -> int:
    """Adds a key, encrypts every token with it, then drops the old keys; a crash in between loses nothing."""
    if not settings.key_path.exists():
        raise KeyProblem(f"There is no key file {settings.key_path} to rotate.")
    add_key(settings.key_path)
    async with open_kernel(settings) as kernel:
        count = await credentials.reencrypt_all(kernel)
        await widgets.reencrypt_keys(kernel)
        await giveaways.reencrypt_seeds(kernel)
        await announcements.reencrypt_addresses(kernel)
    keep_newest_key(settings.key_path)
    return count


async def forget_key(settings: Settings) -> int:
    async with open_kernel(settings) as kernel:
        kernel.vault.save()
        await widgets.forget_keys(kernel)
        await giveaways.forget_seeds(kernel)
        await announcements.forget_addresses(kernel)
        return await credentials.forget_tokens(kernel)


async def set_operator(settings: Settings, username: str, *, is_operator: bool) -> None:
    async with open_kernel(settings) as kernel, kernel.database.write() as session:
        await users.set_operator(session, username, is_operator=is_operator)


async def list_operators(settings: Settings) -> list[str]:
    async with open_kernel(settings) as kernel, kernel.database.read() as session:
        return await users.list_operators(session)
