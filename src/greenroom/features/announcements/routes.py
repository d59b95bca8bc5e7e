from typing import Annotated

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.features.announcements import screen, service
from greenroom.features.announcements.announcer import Announcer
from greenroom.features.announcements.schemas import (
    AnnouncementAddressIn,
    AnnouncementPreviewOut,
    AnnouncementSettings,
    AnnouncementsOut,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Revision, Writing

Reader = Annotated[Access, require(Permission.PLATFORMS_READ)]
Admin = Annotated[Access, require(Permission.PLATFORMS_MANAGE)]

router = ApiRouter(prefix="/channels/{channel_id}/announcements", tags=["announcements"])


@router.get("")
async def get_announcements(access: Reader, session: Reading, announcer: Provided[Announcer]) -> AnnouncementsOut:
    """Settings and the newest announcements; of the webhook only its name and the last four characters of its URL."""
    return await screen.show(session, announcer, access.channel_id)


@router.put("")
async def save_announcements(
    body: AnnouncementSettings,
    access: Admin,
    session: Writing,
    announcer: Provided[Announcer],
    kernel: KernelDep,
    revision: Revision = None,
) -> AnnouncementsOut:
    """Saves the settings. An outdated `revision` gives 409 `announcements_changed`; without it the last save wins."""
    announcer.texts.check(body)
    row = await service.save_settings(session, access.channel_id, body, changed_by(access, kernel), revision)
    return await screen.show(session, announcer, access.channel_id, row)


@router.put("/address")
async def save_announcement_address(
    body: AnnouncementAddressIn, access: Admin, announcer: Provided[Announcer], kernel: KernelDep
) -> AnnouncementsOut:
    """Saves the URL of a webhook, after a check that the webhook exists."""
    await screen.save_address(kernel, announcer, access.channel_id, body.url, changed_by(access, kernel))
    async with kernel.database.read() as session:
        return await screen.show(session, announcer, access.channel_id)


@router.delete("/address")
async def remove_announcement_address(
    access: Admin, session: Writing, announcer: Provided[Announcer], kernel: KernelDep
) -> AnnouncementsOut:
    row = await service.set_address(session, access.channel_id, "", None, changed_by(access, kernel))
    return await screen.show(session, announcer, access.channel_id, row)


@router.post("/preview")
async def preview_announcement(
    body: AnnouncementSettings,
    access: Reader,
    announcer: Provided[Announcer],
    kernel: KernelDep,
    platforms: Provided[Platforms],
) -> AnnouncementPreviewOut:
    """The message that would be posted when the stream begins, and the edited message at its end."""
    return await screen.preview(kernel, platforms, announcer, access.channel_id, body)


@router.post("/test", status_code=204)
async def test_announcement(
    access: Admin, announcer: Provided[Announcer], kernel: KernelDep, platforms: Provided[Platforms]
) -> None:
    """Posts a sample without notifications; turns announcements off if the webhook was deleted."""
    await screen.post_test(kernel, platforms, announcer, access.channel_id)
