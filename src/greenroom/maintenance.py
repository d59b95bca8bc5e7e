"""Maintenance commands of the command line. All but `restore` also work while the server is running."""

import contextlib
from collections.abc import AsyncGenerator
from pathlib import Path

from greenroom.accounts.credentials import service as credentials
from greenroom.accounts.users import operators
from greenroom.assembly import assemble, build_kernel
from greenroom.features.announcements import service as announcements
from greenroom.features.backups.manifest import Manifest
from greenroom.features.backups.restore import restore_backup
from greenroom.features.backups.service import make_backup
from greenroom.features.giveaways import service as giveaways
from greenroom.features.health.service import HealthChecks
from greenroom.features.webhooks import service as webhooks
from greenroom.features.widgets import service as widgets
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import KeyProblem, add_key, keep_newest_key
from greenroom.kernel.db.migrate import make_data_folder, migrate, require_database
from greenroom.kernel.health.check import Check, Finding, State, run_checks
from greenroom.settings import Settings

MARKS = {State.OK: "ok      ", State.WARNING: "warning ", State.PROBLEM: "PROBLEM "}


@contextlib.asynccontextmanager
async def open_kernel(settings: Settings, *, migrates: bool = True) -> AsyncGenerator[Kernel]:
    """A kernel for one command; the database is migrated first if `migrates`."""
    kernel = build_kernel(settings, system_clock)
    try:
        make_data_folder(settings.data_dir)
        if migrates:
            await migrate(kernel.database.engine)
        yield kernel
    finally:
        await kernel.http.close()
        await kernel.database.close()


async def migrate_database(settings: Settings) -> None:
    async with open_kernel(settings):
        pass


async def back_up(settings: Settings, target: Path | None) -> Path:
    require_database(settings.sqlalchemy_url)
    async with open_kernel(settings, migrates=False) as kernel:
        return await make_backup(kernel, target)


async def restore(settings: Settings, path: Path, *, replace: bool, without_secrets: bool) -> Manifest:
    async with open_kernel(settings, migrates=False) as kernel:
        restored = await restore_backup(kernel, path, replace=replace, without_secrets=without_secrets)
    if without_secrets:
        await forget_key(settings)
    return restored


async def rotate_key(settings: Settings) -> int:
    """Adds a key, encrypts every stored secret with it, then drops the old keys; a crash in between loses nothing.

    Returns the number of credentials that were encrypted again.
    """
    if not settings.key_path.exists():
        raise KeyProblem(f"There is no key file {settings.key_path} to rotate.")
    add_key(settings.key_path)
    async with open_kernel(settings) as kernel:
        count = await credentials.reencrypt_all(kernel)
        await widgets.reencrypt_keys(kernel)
        await giveaways.reencrypt_seeds(kernel)
        await announcements.reencrypt_addresses(kernel)
        await webhooks.reencrypt_webhooks(kernel)
    keep_newest_key(settings.key_path)
    return count


async def forget_key(settings: Settings) -> int:
    """For a lost key: deletes all stored secrets and creates a key file if there is none.

    Returns the number of accounts to reconnect.
    """
    async with open_kernel(settings) as kernel:
        kernel.vault.save()
        await widgets.forget_keys(kernel)
        await giveaways.delete_all_seeds(kernel)
        await announcements.delete_all_addresses(kernel)
        await webhooks.delete_webhooks(kernel)
        return await credentials.delete_all_tokens(kernel)


async def set_operator(settings: Settings, username: str, *, is_operator: bool) -> None:
    async with open_kernel(settings) as kernel, kernel.database.write() as session:
        await operators.set_operator(session, username, is_operator=is_operator)


async def list_operators(settings: Settings) -> list[str]:
    async with open_kernel(settings) as kernel, kernel.database.read() as session:
        return await operators.list_operators(session)


async def examine(settings: Settings) -> tuple[str, bool]:
    """The report of all checks, and whether there is a problem; changes nothing."""
    from greenroom.app import FEATURES  # noqa: PLC0415  # only this command needs all features

    require_database(settings.sqlalchemy_url)
    assembly = assemble(settings, system_clock, FEATURES)
    try:
        checks = assembly.provided.get(HealthChecks).find_checks()
        findings = await run_checks(checks)
    finally:
        await assembly.close()
    lines = [line for check, found in zip(checks, findings, strict=True) for line in _report(check, found)]
    return "\n".join(lines), any(found.state is State.PROBLEM for found in findings)


def _report(check: Check, found: Finding) -> list[str]:
    first = f"{MARKS[found.state]} {check.title}: {found.sentence}"
    return [first, f"{'':9}  Fix: {found.fix}"] if found.fix else [first]
