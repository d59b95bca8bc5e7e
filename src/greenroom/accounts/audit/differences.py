"""Compact differences between two states of an item, such as a command, and the way back to the earlier state."""

from collections.abc import Iterator
from typing import cast

import msgspec

from greenroom.kernel.db.database import JsonObject

# For longer lists, only the added and removed elements are stored.
MAX_WHOLE_LIST = 50
ADDED = "$added"
REMOVED = "$removed"

_ABSENT = object()


def differences(old: JsonObject, new: JsonObject) -> tuple[JsonObject, JsonObject]:
    """The values that differ, before and after; of nested objects, only their differing values."""
    before: JsonObject = {}
    after: JsonObject = {}
    for name in old.keys() | new.keys():
        _compare(name, old.get(name, _ABSENT), new.get(name, _ABSENT), before, after)
    return before, after


def _compare(name: str, old: object, new: object, before: JsonObject, after: JsonObject) -> None:
    if old == new and type(old) is type(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        before[name], after[name] = differences(cast("JsonObject", old), cast("JsonObject", new))
        return
    if isinstance(old, list) and isinstance(new, list):
        before[name], after[name] = _compare_lists(cast("list[object]", old), cast("list[object]", new))
        return
    if old is not _ABSENT:
        before[name] = old
    if new is not _ABSENT:
        after[name] = new


def _compare_lists(old: list[object], new: list[object]) -> tuple[object, object]:
    if len(old) <= MAX_WHOLE_LIST and len(new) <= MAX_WHOLE_LIST:
        return old, new
    removed, added = _without(old, new), _without(new, old)
    # Another order, or repeated elements, cannot be expressed by what was added and removed.
    if _without(old, removed) != _without(new, added):
        return old, new
    return {REMOVED: removed}, {ADDED: added}


def _without(elements: list[object], others: list[object]) -> list[object]:
    gone = {msgspec.json.encode(one) for one in others}
    return [one for one in elements if msgspec.json.encode(one) not in gone]


def is_unchanged_since(current: JsonObject, old: JsonObject, new: JsonObject) -> bool:
    """Whether the item still has the values that the change gave it."""
    return not list(changed_paths(current, old, new))


def changed_paths(current: JsonObject, old: JsonObject, new: JsonObject) -> Iterator[tuple[str, ...]]:
    """Paths of the values that the change set and that are different now."""
    for name in old.keys() | new.keys():
        now, before, after = (one.get(name, _ABSENT) for one in (current, old, new))
        if is_list_change(before, after):
            if not _has_list_change(now, cast("JsonObject", before), cast("JsonObject", after)):
                yield (name,)
        elif isinstance(before, dict) and isinstance(after, dict):
            inner = cast("JsonObject", now) if isinstance(now, dict) else {}
            below = changed_paths(inner, cast("JsonObject", before), cast("JsonObject", after))
            yield from ((name, *path) for path in below)
        elif now != after:
            yield (name,)


def is_list_change(before: object, after: object) -> bool:
    """Whether these are the differences of a long list: its removed and its added elements."""
    return isinstance(before, dict) and isinstance(after, dict) and REMOVED in before and ADDED in after


def _has_list_change(now: object, before: JsonObject, after: JsonObject) -> bool:
    if not isinstance(now, list):
        return False
    elements = cast("list[object]", now)
    removed, added = cast("list[object]", before[REMOVED]), cast("list[object]", after[ADDED])
    return not _without(added, elements) and _without(removed, elements) == removed


def reverted(current: JsonObject, old: JsonObject, new: JsonObject) -> JsonObject:
    """The item with the values from before the change; elements removed from a long list are added at its end."""
    result = dict(current)
    for name in old.keys() | new.keys():
        before, after = old.get(name, _ABSENT), new.get(name, _ABSENT)
        if is_list_change(before, after):
            elements = cast("list[object]", current.get(name) or [])
            removed = cast("JsonObject", before)[REMOVED]
            added = cast("JsonObject", after)[ADDED]
            result[name] = [*_without(elements, cast("list[object]", added)), *cast("list[object]", removed)]
        elif isinstance(before, dict) and isinstance(after, dict):
            inner = current.get(name)
            inner_entry = cast("JsonObject", inner) if isinstance(inner, dict) else {}
            result[name] = reverted(inner_entry, cast("JsonObject", before), cast("JsonObject", after))
        elif before is _ABSENT:
            result.pop(name, None)
        else:
            result[name] = before
    return result
