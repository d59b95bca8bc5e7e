"""Every setting of every filter type, widget type and game has a typed field, in exactly one place of its form."""

from collections.abc import Iterable, Sequence

import pytest

from greenroom.features.filters.types.registry import FILTER_TYPES
from greenroom.features.games.kinds.roulette import Roulette
from greenroom.features.games.kinds.slots import Slots
from greenroom.features.widgets.types.registry import TYPES
from greenroom.forms.settings import EditedSettings, Section, fields_of

# Shown beside the sections: the switch in the head of a game, and the target of the solver.
OUTSIDE_SECTIONS = {"roulette": {"enabled"}, "slots": {"enabled", "target_return"}}

MODELS: list[type[EditedSettings]] = [
    *(each.settings for each in FILTER_TYPES.values()),
    *(each.settings for each in TYPES.values()),
    *(each.settings_type for each in (Roulette, Slots)),
]
FORMS: list[tuple[str, type[EditedSettings], Sequence[Section]]] = [
    *((each.name, each.settings, each.sections) for each in TYPES.values()),
    *((each.key, each.settings_type, each.sections) for each in (Roulette(), Slots())),
]


@pytest.mark.parametrize("model", MODELS)
def test_every_setting_has_a_field_with_a_label(model: type[EditedSettings]) -> None:
    fields = fields_of(model)
    assert list(fields) == list(model.model_fields)
    assert all(field.label.strip() for field in fields.values())


def shown(sections: Iterable[Section]) -> list[str]:
    return [name for section in sections for name in section.settings]


@pytest.mark.parametrize(("key", "model", "sections"), FORMS)
def test_every_setting_is_in_one_section(key: str, model: type[EditedSettings], sections: Sequence[Section]) -> None:
    expected = set(model.model_fields) - OUTSIDE_SECTIONS.get(key, set())
    assert sorted(shown(sections)) == sorted(expected)
