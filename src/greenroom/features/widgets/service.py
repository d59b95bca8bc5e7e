from collections.abc import Callable, Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import LOST, record_change
from greenroom.accounts.topics import notify_processes
from greenroom.features.widgets.models import Widget
from greenroom.features.widgets.schemas import (
    MAX_WIDGETS,
    WidgetChange,
    WidgetIn,
    WidgetKey,
    WidgetOut,
    WidgetsChanged,
    WidgetsOut,
    WidgetTypeOut,
    WidgetTypesOut,
    widgets_topic,
)
from greenroom.features.widgets.settings import read_settings, settings_json, stored_settings, without_rule_ids
from greenroom.features.widgets.sources import count_sources
from greenroom.features.widgets.types.registry import TYPES
from greenroom.forms.settings import sections_of
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.tokens import new_token, token_hash
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import JsonObject, advisory_lock, publish
from greenroom.kernel.errors import Conflict, NameTaken, NotFound
from greenroom.kernel.ids import new_id
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import name_key

# Bus topic between processes; its payload is the channel's id.
WIDGETS_CHANGED = "internal:widgets_changed"
# The widget has changed or was deleted, and its pages have to reconnect. Payload: the widget's id.
WIDGET_RESET = "internal:widget_reset"
KEY_END_LENGTH = 4
# In the audit log: why a new key cannot be undone.
OLD_KEY = "The old key is gone."
# In the audit log: what undoing a deletion does not bring back.
DELETED = "It gets a new address: copy it into OBS again."

# Raises if a text in the settings cannot be rendered, for example because of an unknown variable.
CheckSettings = Callable[[StrictSchema], None]


class WidgetNotFound(NotFound):
    type = "widget_not_found"
    message = "Widget not found."


class TooManyWidgets(Conflict):
    type = "too_many_widgets"
    message = f"A channel can have up to {MAX_WIDGETS} widgets. Delete one first."


class KeyForgotten(Conflict):
    type = "widget_key_forgotten"
    message = "This key can't be shown any more, because the key file was replaced. Make a new one."


class WidgetChanged(ChangedMeanwhile):
    type = "widget_changed"
    what = "widget"


def widget_types() -> WidgetTypesOut:
    return WidgetTypesOut(
        records=[
            WidgetTypeOut(
                name=one.name,
                label=one.label,
                about=one.about,
                width=one.width,
                height=one.height,
                defaults=settings_json(one.settings()),
                classes=list(one.classes),
                tests=list(one.tests),
                test_labels={name: label for name, label in one.tests.items() if label},
                sections=sections_of(one.settings, one.sections),
            )
            for one in TYPES.values()
        ]
    )


async def list_widgets(session: AsyncSession, channel_id: UUID, now: datetime) -> WidgetsOut:
    rows = await all_widgets(session, channel_id)
    sources = await count_sources(session, [row.id for row in rows], now)
    return WidgetsOut(records=[widget_out(row, sources) for row in rows])


async def all_widgets(session: AsyncSession, channel_id: UUID) -> list[Widget]:
    return list(await session.scalars(select(Widget).where(Widget.channel_id == channel_id).order_by(Widget.id)))


async def find_widget(
    session: AsyncSession, channel_id: UUID, widget_id: UUID, *, to_change: bool = False, of_type: str = ""
) -> Widget:
    found = select(Widget).where(Widget.id == widget_id, Widget.channel_id == channel_id)
    if of_type:
        found = found.where(Widget.type == of_type)
    row = await session.scalar(found.with_for_update() if to_change else found)
    if row is None:
        raise WidgetNotFound
    return row


async def load_widget_out(session: AsyncSession, row: Widget, now: datetime) -> WidgetOut:
    return widget_out(row, await count_sources(session, [row.id], now))


def widget_out(row: Widget, sources: Mapping[UUID, int]) -> WidgetOut:
    return WidgetOut(
        id=row.id,
        name=row.name,
        type=row.type,
        enabled=row.is_enabled,
        settings=settings_json(stored_settings(row.type, row.settings)),
        css=row.css,
        key_end=row.key_end,
        rotated_at=row.rotated_at,
        sources=sources.get(row.id, 0),
        revision=row.revision,
        created_at=row.created_at,
        created_by=row.created_by,
        updated_at=row.updated_at,
        updated_by=row.updated_by,
    )


async def lock_widgets(session: AsyncSession, channel_id: UUID) -> None:
    """Serialises changes that check the names or the number of the channel's widgets."""
    await advisory_lock(session, f"widgets:{channel_id}")


async def find_by_name(session: AsyncSession, channel_id: UUID, name: str) -> Widget | None:
    found = select(Widget).where(Widget.channel_id == channel_id, Widget.name_key == name_key(name))
    return await session.scalar(found)


async def _check_name(session: AsyncSession, channel_id: UUID, name: str, own_id: UUID | None) -> None:
    taken = await find_by_name(session, channel_id, name)
    if taken is not None and taken.id != own_id:
        raise NameTaken(name)


async def create_widget(
    session: AsyncSession, vault: Vault, channel_id: UUID, fields: WidgetIn, by: ChangedBy, check: CheckSettings
) -> Widget:
    settings = read_settings(fields.type, fields.settings)
    check(settings)
    await lock_widgets(session, channel_id)
    await _check_name(session, channel_id, fields.name, None)
    count = await session.scalar(select(func.count()).where(Widget.channel_id == channel_id))
    if (count or 0) >= MAX_WIDGETS:
        raise TooManyWidgets
    row = Widget(
        id=new_id(),
        channel_id=channel_id,
        name=fields.name,
        name_key=name_key(fields.name),
        is_enabled=fields.enabled,
        type=fields.type,
        settings=settings_json(settings),
        css=fields.css,
        revision=0,
        created_at=by.at,
        created_by=by.signature,
    )
    _set_new_key(row, vault, by.at)
    row.sign(by)
    session.add(row)
    await session.flush()
    _record(session, row, by, None, entry_of(row))
    _announce(session, row)
    return row


async def save_widget(
    session: AsyncSession,
    channel_id: UUID,
    widget_id: UUID,
    fields: WidgetChange,
    by: ChangedBy,
    check: CheckSettings,
    revision: int | None,
) -> Widget:
    """With a revision, saves only if the widget has not changed since."""
    await lock_widgets(session, channel_id)
    row = await find_widget(session, channel_id, widget_id, to_change=True)
    if revision is not None and revision != row.revision:
        raise WidgetChanged(row)
    await _check_name(session, channel_id, fields.name, row.id)
    settings = read_settings(row.type, fields.settings)
    check(settings)
    before = entry_of(row)
    row.settings = settings_json(settings)
    row.name, row.name_key, row.css = fields.name, name_key(fields.name), fields.css
    row.sign(by)
    _record(session, row, by, before, entry_of(row))
    await session.flush()
    _announce(session, row)
    return row


async def switch_widget(
    session: AsyncSession, channel_id: UUID, widget_id: UUID, by: ChangedBy, *, is_enabled: bool
) -> Widget:
    row = await find_widget(session, channel_id, widget_id, to_change=True)
    if row.is_enabled != is_enabled:
        before = entry_of(row)
        row.is_enabled = is_enabled
        row.sign(by)
        _record(session, row, by, before, entry_of(row))
        await session.flush()
        _announce(session, row)
    return row


def entry_of(row: Widget) -> JsonObject:
    """The widget as the audit log stores it: without its key and the ids of its alert rules."""
    settings = settings_json(stored_settings(row.type, row.settings)) if row.type in TYPES else row.settings
    shown = without_rule_ids(settings)
    return {"name": row.name, "type": row.type, "enabled": row.is_enabled, "settings": shown, "css": row.css}


def _record(session: AsyncSession, row: Widget, by: ChangedBy, old: JsonObject | None, new: JsonObject | None) -> None:
    record_change(
        session,
        row.channel_id,
        by,
        section="widgets",
        item=row.name,
        title=row.name,
        old=old,
        new=new,
        kept={LOST: DELETED} if new is None else None,
    )


async def delete_widget(session: AsyncSession, channel_id: UUID, widget_id: UUID, by: ChangedBy) -> None:
    row = await find_widget(session, channel_id, widget_id, to_change=True)
    _record(session, row, by, entry_of(row), None)
    await session.execute(delete(Widget).where(Widget.id == row.id))
    _announce(session, row)


def reveal_key(vault: Vault, row: Widget) -> WidgetKey:
    if not row.locked_key:
        raise KeyForgotten
    return _key_out(row, vault.decrypt(row.locked_key))


async def reencrypt_keys(kernel: Kernel) -> None:
    """Encrypts every key with the newest key of the key file."""
    async with kernel.database.write() as session:
        for row in await session.scalars(select(Widget).where(Widget.locked_key != "")):
            row.locked_key = kernel.vault.reencrypt(row.locked_key)


async def forget_keys(kernel: Kernel) -> None:
    """Deletes the encrypted keys once the key file is lost: sources keep working, but staff cannot see the URLs."""
    async with kernel.database.write() as session:
        await session.execute(update(Widget).values(locked_key=""))


async def rotate_key(
    session: AsyncSession, vault: Vault, channel_id: UUID, widget_id: UUID, by: ChangedBy
) -> WidgetKey:
    """Creates a new key; the old one is refused from now on, and pages with it go blank."""
    row = await find_widget(session, channel_id, widget_id, to_change=True)
    key = _set_new_key(row, vault, by.at)
    record_change(
        session, channel_id, by, section="widgets", item=row.name, title=row.name, note="New key", no_undo=OLD_KEY
    )
    await session.flush()
    _announce(session, row)
    return _key_out(row, key)


def _set_new_key(row: Widget, vault: Vault, now: datetime) -> str:
    key = new_token()
    row.key_hash, row.locked_key, row.key_end = token_hash(key), vault.encrypt(key), key[-KEY_END_LENGTH:]
    row.rotated_at = now
    return key


def _key_out(row: Widget, key: str) -> WidgetKey:
    return WidgetKey(key=key, path=f"/widget/{row.id}#key={key}")


def _announce(session: AsyncSession, row: Widget) -> None:
    notify_processes(session, WIDGETS_CHANGED, row.channel_id)
    notify_processes(session, WIDGET_RESET, row.id)
    publish(session, widgets_topic(row.channel_id), WidgetsChanged())
