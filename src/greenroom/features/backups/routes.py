from greenroom.accounts.access.guards import Operator
from greenroom.features.backups.nightly import read_keep_setting, switch_nightly
from greenroom.features.backups.schemas import NightlyBackups, NightlyBackupsIn
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Reading, Writing

router = ApiRouter(prefix="/admin", tags=["admin health"])


@router.get("/nightly-backups")
async def get_nightly_backups(_: Operator, session: Reading, kernel: KernelDep) -> NightlyBackups:
    kept = await read_keep_setting(session, kernel)
    return NightlyBackups(enabled=kept > 0, kept=kept, is_fixed=kernel.settings.backup_keep > 0)


@router.put("/nightly-backups", status_code=204)
async def switch_nightly_backups(body: NightlyBackupsIn, _: Operator, session: Writing, kernel: KernelDep) -> None:
    """Switches nightly backups on or off. 409 `set_in_settings` if the settings of the server switch them on."""
    await switch_nightly(session, kernel, is_on=body.enabled)
