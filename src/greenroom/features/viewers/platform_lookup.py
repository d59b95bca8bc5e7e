"""Asks the platform about a viewer, for the viewer card."""

from datetime import UTC, datetime
from uuid import UUID

from greenroom.chat.protocol.actions import LookUpViewer, Receipt, ViewerFound
from greenroom.chat.sending.sender import Sender
from greenroom.features.viewers import service
from greenroom.features.viewers.schemas import PlatformViewerOut
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.text import tidy_line, web_address

NOT_CONNECTED = "This platform is not connected to the channel."
UNKNOWN = "This account no longer exists on the platform."


async def look_up(kernel: Kernel, sender: Sender, channel_id: UUID, provider: str, viewer_id: str) -> PlatformViewerOut:
    async with kernel.database.read() as session:
        chats = await service.chats_on(session, channel_id, provider)
    if not chats:
        return empty_result(NOT_CONNECTED)
    try:
        receipt = await sender.dispatch(chats[0].id, LookUpViewer(viewer_id))
    except AppError as error:
        return empty_result(error.message)
    return result_of(receipt)


def result_of(receipt: Receipt) -> PlatformViewerOut:
    if receipt.outcome != "done" or not receipt.viewers:
        return empty_result(receipt.detail or UNKNOWN)
    return viewer_out(receipt.viewers[0], receipt.detail)


def viewer_out(viewer: ViewerFound, detail: str) -> PlatformViewerOut:
    return PlatformViewerOut(
        login=tidy_line(viewer.login, 100, ""),
        name=tidy_line(viewer.name, 100, viewer.login or viewer.id),
        avatar_url=web_address(viewer.avatar_url),
        created_at=parse_time(viewer.created_at),
        followed_at=parse_time(viewer.followed_at),
        follows=viewer.follows,
        detail=detail,
    )


def empty_result(detail: str) -> PlatformViewerOut:
    return PlatformViewerOut(
        login="", name="", avatar_url="", created_at=None, followed_at=None, follows=None, detail=detail
    )


def parse_time(text: str) -> datetime | None:
    """Reads a time in one of the ISO formats that platforms use; None if it is not valid."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
