"""Differences between two versions of a command, timer or the like, and reverting them."""

from hypothesis import given
from hypothesis import strategies as st

from greenroom.accounts.audit.differences import (
    MAX_WHOLE_LIST,
    changed_paths,
    differences,
    is_unchanged_since,
    reverted,
)
from greenroom.kernel.db.database import JsonObject

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text(alphabet="ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet="abc", max_size=2), inner, max_size=3),
    max_leaves=6,
)
ENTRY = st.dictionaries(st.text(alphabet="abcd", min_size=1, max_size=2), JSON, max_size=4)


@given(ENTRY, ENTRY)
def test_reverting_a_change_gives_the_entry_from_before(old: JsonObject, new: JsonObject) -> None:
    before, after = differences(old, new)
    assert is_unchanged_since(new, before, after)
    assert reverted(new, before, after) == old


def test_only_values_that_differ_are_kept() -> None:
    old: JsonObject = {"name": "Discord", "settings": {"every": 20, "pick": "next"}}
    new: JsonObject = {"name": "Discord", "settings": {"every": 30, "pick": "next"}}
    assert differences(old, new) == ({"settings": {"every": 20}}, {"settings": {"every": 30}})


def test_true_and_one_differ() -> None:
    assert differences({"on": True}, {"on": 1}) == ({"on": True}, {"on": 1})


def test_of_a_long_list_only_added_and_removed_elements_are_kept() -> None:
    words: list[object] = [f"word {number}" for number in range(MAX_WHOLE_LIST + 1)]
    before, after = differences({"terms": words}, {"terms": [*words[1:], "new"]})
    assert (before, after) == ({"terms": {"$removed": ["word 0"]}}, {"terms": {"$added": ["new"]}})
    now: JsonObject = {"terms": [*words[1:], "new", "later"]}
    assert is_unchanged_since(now, before, after)
    assert reverted(now, before, after) == {"terms": [*words[1:], "later", "word 0"]}


def test_removed_element_that_is_there_again_counts_as_changed() -> None:
    words: list[object] = [f"word {number}" for number in range(MAX_WHOLE_LIST + 1)]
    before, after = differences({"terms": words}, {"terms": words[1:]})
    assert list(changed_paths({"terms": words}, before, after)) == [("terms",)]


def test_reordered_long_list_is_stored_whole() -> None:
    words: list[object] = [f"word {number}" for number in range(MAX_WHOLE_LIST + 1)]
    before, after = differences({"terms": words}, {"terms": words[::-1]})
    assert reverted({"terms": words[::-1]}, before, after) == {"terms": words}


def test_path_of_a_value_that_was_changed_again_is_found() -> None:
    before, after = differences({"every": 15, "text": "Hi"}, {"every": 20, "text": "Hi"})
    assert list(changed_paths({"every": 30, "text": "Ho"}, before, after)) == [("every",)]
    assert is_unchanged_since({"every": 20, "text": "Ho"}, before, after)
