from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.service import Access
from greenroom.accounts.access.staff_accounts import staff_accounts
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.topics import moderation_topic
from greenroom.chat.messages.line import Author
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.moderation.entries import MAX_NAME_LENGTH, ends_at, entries_in_force
from greenroom.features.viewers.models import ViewerNote
from greenroom.features.viewers.schemas import (
    AccountOut,
    AccountRef,
    BanOut,
    NoteOut,
    ViewerChatOut,
    ViewerOut,
    ViewersChanged,
    ViewersOut,
)
from greenroom.kernel.db.database import publish
from greenroom.kernel.errors import Conflict, NotFound
from greenroom.kernel.ids import new_id

MAX_NOTES = 200


class LineAuthor(msgspec.Struct):
    author: Author | None = None


LINE_AUTHOR = msgspec.json.Decoder(LineAuthor)


class ViewerNotFound(NotFound):
    message = "Viewer not found."


class TooManyNotes(Conflict):
    message = f"A viewer can have up to {MAX_NOTES} notes. Delete one first."


class NotYourNote(Conflict):
    type = "not_your_note"
    message = "Only the author of a note, an admin or the owner can delete it."


async def find_viewer(session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str) -> Viewer:
    viewer = await session.scalar(
        select(Viewer)
        .where(Viewer.channel_id == channel_id, Viewer.provider == provider, Viewer.viewer_id == viewer_id)
        .execution_options(populate_existing=True)
    )
    if viewer is None:
        raise ViewerNotFound
    return viewer


async def accounts_of(session: AsyncSession, viewer: Viewer) -> list[Viewer]:
    """All accounts of the same person, including this one."""
    if viewer.person_id is None:
        return [viewer]
    linked = select(Viewer).where(Viewer.channel_id == viewer.channel_id, Viewer.person_id == viewer.person_id)
    return list(await session.scalars(linked.order_by(Viewer.provider, Viewer.viewer_id)))


async def search_viewers(
    session: AsyncSession, channel_id: UUID, text: str, provider: str, limit: int, now: datetime
) -> ViewersOut:
    query = select(Viewer).where(Viewer.channel_id == channel_id)
    if provider:
        query = query.where(Viewer.provider == provider)
    if name := text.strip().removeprefix("@"):
        is_exact = or_(Viewer.search_name == name.casefold(), func.lower(Viewer.login) == name.lower())
        query = query.order_by(is_exact.desc())
        has_name = Viewer.search_name.contains(name.casefold(), autoescape=True)
        has_login = func.lower(Viewer.login).contains(name.lower(), autoescape=True)
        query = query.where(or_(has_name, has_login, Viewer.viewer_id == name))
    found = await session.scalars(query.order_by(Viewer.last_seen_at.desc(), Viewer.id.desc()).limit(limit))
    staff = await staff_accounts(session, channel_id)
    return ViewersOut(records=[AccountOut.of(viewer, staff, now) for viewer in found])


async def show_viewer(session: AsyncSession, access: Access, provider: str, viewer_id: str, now: datetime) -> ViewerOut:
    viewer = await find_viewer(session, access.channel_id, provider, viewer_id)
    accounts = await accounts_of(session, viewer)
    author = await _last_author(session, viewer)
    staff = await staff_accounts(session, access.channel_id)
    return ViewerOut(
        **AccountOut.of(viewer, staff, now).model_dump(),
        first_seen_at=viewer.first_seen_at,
        former_names=viewer.former_names[::-1],
        is_broadcaster=viewer.level >= Role.OWNER if author is None else author.is_broadcaster,
        is_moderator=viewer.level == Role.MOD if author is None else author.is_moderator,
        is_vip=viewer.level == Role.VIP if author is None else author.is_vip,
        is_subscriber=viewer.level == Role.SUB if author is None else author.is_subscriber,
        sub_months=0 if author is None else author.sub_months,
        sent_out=await _ban_of(session, viewer, now),
        connections=await chats_on(session, access.channel_id, provider),
        accounts=[AccountOut.of(one, staff, now) for one in accounts if one.id != viewer.id],
        notes=[_note_out(note, access) for note in await _notes_on(session, accounts)],
    )


async def _last_author(session: AsyncSession, viewer: Viewer) -> Author | None:
    """The author as of the viewer's last message; None if that message is no longer stored."""
    # The last message is found by its time, which equals `last_seen_at`.
    last = select(ChatMessage.payload).where(
        ChatMessage.channel_id == viewer.channel_id,
        ChatMessage.provider == viewer.provider,
        ChatMessage.sent_at == viewer.last_seen_at,
        ChatMessage.viewer_id == viewer.viewer_id,
    )
    payload = await session.scalar(last.order_by(ChatMessage.id.desc()).limit(1))
    return None if payload is None else LINE_AUTHOR.decode(payload).author


async def _ban_of(session: AsyncSession, viewer: Viewer, now: datetime) -> BanOut | None:
    in_force = await entries_in_force(session, viewer.channel_id, viewer.provider, viewer.viewer_id, now)
    # In each chat, a platform applies only the latest ban or time-out.
    last_of_each = {entry.connection_id: ends_at(entry) for entry in reversed(in_force)}
    ends = [end for end in last_of_each.values() if end is not None]
    if not last_of_each:
        return None
    return BanOut(until=max(ends) if len(ends) == len(last_of_each) else None)


async def chats_on(session: AsyncSession, channel_id: UUID, provider: str) -> list[ViewerChatOut]:
    rows = await session.execute(
        select(ChannelProvider.id, ChannelProvider.provider_channel_name)
        .where(ChannelProvider.channel_id == channel_id, ChannelProvider.provider == provider)
        .order_by(ChannelProvider.id)
    )
    return [ViewerChatOut(id=connection_id, name=name) for connection_id, name in rows]


async def _notes_on(session: AsyncSession, accounts: Sequence[Viewer]) -> list[ViewerNote]:
    notes = select(ViewerNote).where(
        ViewerNote.channel_id == accounts[0].channel_id, or_(*(_is_note_on(viewer) for viewer in accounts))
    )
    return list(await session.scalars(notes.order_by(ViewerNote.created_at.desc(), ViewerNote.id.desc())))


def _is_note_on(viewer: Viewer) -> ColumnElement[bool]:
    return and_(ViewerNote.provider == viewer.provider, ViewerNote.viewer_id == viewer.viewer_id)


def _note_out(note: ViewerNote, access: Access) -> NoteOut:
    is_own = note.author_id == access.person.user_id
    return NoteOut.of(note, can_delete=is_own or access.level >= Role.ADMIN)


async def add_note(
    session: AsyncSession, access: Access, provider: str, viewer_id: str, text: str, now: datetime
) -> NoteOut:
    viewer = await find_viewer(session, access.channel_id, provider, viewer_id)
    existing = select(func.count()).where(ViewerNote.channel_id == access.channel_id, _is_note_on(viewer))
    if (await session.scalar(existing) or 0) >= MAX_NOTES:
        raise TooManyNotes
    note = write_note(session, viewer, text, now, author_name=access.person.display_name)
    note.author_id = access.person.user_id
    await publish_changed(session, viewer)
    return _note_out(note, access)


def write_note(session: AsyncSession, viewer: Viewer, text: str, now: datetime, *, author_name: str) -> ViewerNote:
    note = ViewerNote(
        id=new_id(),
        channel_id=viewer.channel_id,
        provider=viewer.provider,
        viewer_id=viewer.viewer_id,
        text=text,
        author_id=None,
        author_name=author_name[:MAX_NAME_LENGTH],
        created_at=now,
    )
    session.add(note)
    return note


async def delete_note(session: AsyncSession, access: Access, provider: str, viewer_id: str, note_id: UUID) -> None:
    """Deletes a note on any account of the person to whom the viewer belongs."""
    viewer = await find_viewer(session, access.channel_id, provider, viewer_id)
    shown = await _notes_on(session, await accounts_of(session, viewer))
    note = next((note for note in shown if note.id == note_id), None)
    if note is None:
        raise NotFound("This note no longer exists.")
    if not _note_out(note, access).can_delete:
        raise NotYourNote
    await session.execute(delete(ViewerNote).where(ViewerNote.id == note.id))
    await publish_changed(session, viewer)


async def publish_changed(session: AsyncSession, viewer: Viewer) -> None:
    """Makes browsers that show the card of this person fetch it again."""
    message = ViewersChanged(viewers=[ref_of(one) for one in await accounts_of(session, viewer)])
    publish(session, moderation_topic(viewer.channel_id), message)


def ref_of(viewer: Viewer) -> AccountRef:
    return AccountRef(provider=viewer.provider, provider_viewer_id=viewer.viewer_id, name=viewer.name)
