"""Links accounts of one person, by a moderator or by a code typed in chat; a moderator can unlink them again."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.topics import moderation_topic
from greenroom.chat.messages.line import LineRef
from greenroom.chat.messages.models import Viewer
from greenroom.chat.moderation.entries import MAX_NAME_LENGTH
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.events import MessageReceived
from greenroom.chat.sending.recently_sent import find_sent_lines
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.linked_accounts import link_accounts, unlink_accounts
from greenroom.features.viewers.models import LinkAttempt, LinkCode
from greenroom.features.viewers.rules import COMMAND, MAX_ATTEMPTS, code_in, is_link_command, new_code
from greenroom.features.viewers.schemas import LinkCodeOut, LinkIn, ViewersLinked
from greenroom.features.viewers.service import accounts_of, find_viewer, publish_changed, ref_of, write_note
from greenroom.kernel.db.database import advisory_lock, insert_into, publish
from greenroom.kernel.db.pairs import in_pairs
from greenroom.kernel.errors import Conflict, Invalid
from greenroom.kernel.ids import new_id

CODE_LIFETIME = timedelta(minutes=10)
# More accounts than one person has, and few enough for a readable viewer card.
MAX_ACCOUNTS = 20
# Unused codes per channel.
MAX_CODES = 50
NOTE_AUTHOR = "Greenroom"

Account = tuple[str, str]


class TooManyAccounts(Conflict):
    message = f"A viewer can have up to {MAX_ACCOUNTS} linked accounts."


class LinkMovesPoints(Conflict):
    type = "link_moves_points"
    message = "This viewer has points, and linked viewers share them: an editor has to link them."


class TooManyCodes(Conflict):
    message = "Too many unused codes. Codes expire after 10 minutes."


async def link_by_moderator(
    session: AsyncSession, access: Access, account: Account, other: LinkIn, now: datetime
) -> None:
    if account == (other.provider, other.provider_viewer_id):
        raise Invalid("provider_viewer_id", "is the same account")
    await _lock_links(session, access.channel_id)
    first = await find_viewer(session, access.channel_id, *account)
    second = await find_viewer(session, access.channel_id, other.provider, other.provider_viewer_id)
    await _check_points(session, access, [first, second])
    await _link(session, first, second, now)
    await _publish_linked(session, first, ViewersLinked(how="moderator", by=access.person.display_name, viewers=[]))


async def unlink(session: AsyncSession, access: Access, account: Account, now: datetime) -> None:
    await _lock_links(session, access.channel_id)
    viewer = await find_viewer(session, access.channel_id, *account)
    if viewer.person_id is None:
        return
    await publish_changed(session, viewer)
    others = [one for one in await accounts_of(session, viewer) if one.id != viewer.id]
    # The last remaining account of the person is unlinked as well.
    leaving = [viewer, *others] if len(others) == 1 else [viewer]
    for one in leaving:
        one.person_id = None
    await session.flush()
    await unlink_accounts(session, access.channel_id, [_account(one) for one in leaving], now)


async def _check_points(session: AsyncSession, access: Access, viewers: Sequence[Viewer]) -> None:
    """Raises LinkMovesPoints if a viewer has points and the caller may not change points (`GAMBLING_MANAGE`).

    The caller could otherwise link the viewer to their own account and spend the viewer's points.
    """
    if access.may(Permission.GAMBLING_MANAGE):
        return
    for viewer in viewers:
        if await balance_of(session, access.channel_id, _account(viewer)):
            raise LinkMovesPoints


async def _lock_links(session: AsyncSession, channel_id: UUID) -> None:
    """Serialises linking in a channel: concurrent links of one person could leave out some of the accounts."""
    await advisory_lock(session, f"links:{channel_id}")


async def _link(session: AsyncSession, first: Viewer, second: Viewer, now: datetime) -> None:
    """Merges the accounts of both persons, and their points."""
    if first.person_id is not None and first.person_id == second.person_id:
        return
    accounts = [*await accounts_of(session, first), *await accounts_of(session, second)]
    if len(accounts) > MAX_ACCOUNTS:
        raise TooManyAccounts
    person_id = first.person_id or second.person_id or new_id()
    ids = [viewer.id for viewer in accounts]
    await session.execute(update(Viewer).where(Viewer.id.in_(ids)).values(person_id=person_id))
    first.person_id = second.person_id = person_id
    await session.flush()
    await link_accounts(session, first.channel_id, [_account(viewer) for viewer in accounts], person_id, now)


def _account(viewer: Viewer) -> Account:
    return viewer.provider, viewer.viewer_id


async def _publish_linked(session: AsyncSession, viewer: Viewer, message: ViewersLinked) -> None:
    message.viewers = [ref_of(one) for one in await accounts_of(session, viewer)]
    publish(session, moderation_topic(viewer.channel_id), message)


async def make_code(session: AsyncSession, access: Access, provider: str, viewer_id: str, now: datetime) -> LinkCodeOut:
    viewer = await find_viewer(session, access.channel_id, provider, viewer_id)
    await _check_points(session, access, [viewer])
    await session.execute(delete(LinkCode).where(LinkCode.channel_id == access.channel_id, LinkCode.expires_at <= now))
    unused = select(func.count()).where(LinkCode.channel_id == access.channel_id)
    if (await session.scalar(unused) or 0) >= MAX_CODES:
        raise TooManyCodes
    link_code = LinkCode(
        channel_id=access.channel_id,
        code=new_code(),
        provider=viewer.provider,
        viewer_id=viewer.viewer_id,
        made_by=access.person.display_name[:MAX_NAME_LENGTH],
        expires_at=now + CODE_LIFETIME,
    )
    session.add(link_code)
    await session.flush()
    return LinkCodeOut(code=link_code.code, command=f"{COMMAND} {link_code.code}", expires_at=link_code.expires_at)


async def lock_links_for_codes(batch: Batch) -> None:
    """Pipeline stage that locks the links of a channel before viewers are stored, if a message is the link command.

    Requests lock the links before the viewers too; in the opposite order, a batch and a request could deadlock.
    """
    if any(isinstance(one.event, MessageReceived) and is_link_command(one.event.text) for one in batch.messages):
        await _lock_links(batch.session, batch.channel_id)


async def link_by_code(batch: Batch) -> None:
    """Pipeline stage that redeems link codes; reads the database only if a message is the link command."""
    typed = await _link_commands(batch)
    if not typed:
        return
    await _lock_links(batch.session, batch.channel_id)
    attempts = await _wrong_attempts(batch, typed)
    codes = await _find_codes(batch, typed)
    for pending in typed:
        account = _author_account(pending)
        if account is None or attempts.get(account, 0) >= MAX_ATTEMPTS:
            continue
        code = codes.get(code_in(pending.event.text) or "")
        if code is None or (code.provider, code.viewer_id) == account:
            attempts[account] = attempts.get(account, 0) + 1
            await _store_attempts(batch, account, attempts[account])
        else:
            del codes[code.code]
            await _use_code(batch, code, account)


async def _link_commands(batch: Batch) -> list[PendingMessage]:
    """Messages with the link command, without those that Greenroom itself has sent."""
    typed = [
        (pending, pending.line)
        for pending in batch.actionable()
        if pending.line is not None and is_link_command(pending.event.text) and _author_account(pending) is not None
    ]
    own = await find_sent_lines(batch.session, [line for _, line in typed], batch.now)
    return [pending for pending, line in typed if LineRef(line.connection_id, line.message_id) not in own]


def _author_account(pending: PendingMessage) -> Account | None:
    line = pending.line
    if line is None or line.author is None or not line.author.id or not isinstance(pending.event, MessageReceived):
        return None
    return line.provider, line.author.id


async def _find_codes(batch: Batch, typed: Sequence[PendingMessage]) -> dict[str, LinkCode]:
    wanted = {code for pending in typed if (code := code_in(pending.event.text)) is not None}
    if not wanted:
        return {}
    found = await batch.session.scalars(
        select(LinkCode).where(
            LinkCode.channel_id == batch.channel_id, LinkCode.code.in_(wanted), LinkCode.expires_at > batch.now
        )
    )
    return {code.code: code for code in found}


async def _wrong_attempts(batch: Batch, typed: Sequence[PendingMessage]) -> dict[Account, int]:
    accounts = {account for pending in typed if (account := _author_account(pending)) is not None}
    rows = await batch.session.execute(
        select(LinkAttempt.provider, LinkAttempt.viewer_id, LinkAttempt.count).where(
            in_pairs(LinkAttempt.channel_id == batch.channel_id, LinkAttempt.provider, LinkAttempt.viewer_id, accounts),
            LinkAttempt.expires_at > batch.now,
        )
    )
    return {(provider, viewer_id): count for provider, viewer_id, count in rows}


async def _store_attempts(batch: Batch, account: Account, count: int) -> None:
    provider, viewer_id = account
    values = {"count": count, "expires_at": batch.now + CODE_LIFETIME}
    key = {"channel_id": batch.channel_id, "provider": provider, "viewer_id": viewer_id}
    statement = insert_into(LinkAttempt, batch.session).values(**key, **values)
    await batch.session.execute(
        statement.on_conflict_do_update(index_elements=["channel_id", "provider", "viewer_id"], set_=values)
    )


async def _use_code(batch: Batch, code: LinkCode, account: Account) -> None:
    """Links the account with the viewer of the code; the code is deleted even if that fails."""
    session = batch.session
    await session.execute(delete(LinkCode).where(LinkCode.channel_id == code.channel_id, LinkCode.code == code.code))
    known = await _find_viewers(session, batch.channel_id, (code.provider, code.viewer_id), account)
    if known is None:
        return
    first, second = known
    try:
        await _link(session, first, second, batch.now)
    except TooManyAccounts:
        return
    text = f"{second.name} on {second.provider} used the code from {code.made_by}: linked with {first.name}."
    write_note(session, first, text, batch.now, author_name=NOTE_AUTHOR)
    await session.flush()
    await _publish_linked(session, first, ViewersLinked(how="code", by=code.made_by, viewers=[]))


async def _find_viewers(
    session: AsyncSession, channel_id: UUID, first: Account, second: Account
) -> tuple[Viewer, Viewer] | None:
    accounts = in_pairs(Viewer.channel_id == channel_id, Viewer.provider, Viewer.viewer_id, [first, second])
    found = await session.scalars(select(Viewer).where(accounts).execution_options(populate_existing=True))
    known = {(viewer.provider, viewer.viewer_id): viewer for viewer in found}
    return (known[first], known[second]) if first in known and second in known else None
