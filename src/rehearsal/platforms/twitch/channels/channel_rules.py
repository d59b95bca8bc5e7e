"""Checks changes of a channel and applies them."""

from dataclasses import dataclass

from pydantic import BaseModel, ValidationError

from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.simulation.people import CATEGORIES, Category
from rehearsal.simulation.world import Channel

MAX_TITLE_LENGTH = 140
MAX_DELAY_SECONDS = 900
MAX_TAGS = 10
MAX_TAG_LENGTH = 25
LABELS = (
    "DebatedSocialIssuesAndPolitics",
    "DrugsIntoxication",
    "SexualThemes",
    "ViolentGraphic",
    "Gambling",
    "ProfanityVulgarity",
)
GAME_LABEL = "MatureGame"
NO_CATEGORY = Category("", "")


class Label(BaseModel, strict=True):
    id: str
    is_enabled: bool


class Change(BaseModel, strict=True):
    """The body of a change; at least one field is required."""

    game_id: str | None = None
    broadcaster_language: str | None = None
    title: str | None = None
    delay: int | None = None
    tags: list[str] | None = None
    content_classification_labels: list[Label] | None = None
    is_branded_content: bool | None = None


@dataclass(frozen=True, slots=True)
class CheckedChange:
    change: Change
    category: Category | None


def read_change(body: bytes) -> Change:
    try:
        return Change.model_validate_json(body or b"{}")
    except ValidationError as error:
        field_path = ".".join(str(part) for part in error.errors()[0]["loc"]) or "body"
        raise HelixError(400, f"The value in {field_path} is not valid") from None


def check_change(change: Change, channel: Channel) -> CheckedChange:
    if not change.model_dump(exclude_none=True):
        raise HelixError(400, "The request must update at least one property")
    check_title(change.title)
    check_language(change.broadcaster_language)
    check_delay(change.delay, channel)
    check_tags(change.tags or [])
    check_labels(change.content_classification_labels or [])
    return CheckedChange(change, None if change.game_id is None else find_category(change.game_id))


def check_title(title: str | None) -> None:
    if title is None:
        return
    if not title.strip():
        raise HelixError(400, "The title field may not contain an empty string")
    if len(title) > MAX_TITLE_LENGTH:
        raise HelixError(400, f"The title field may not be longer than {MAX_TITLE_LENGTH} characters")


def check_language(language: str | None) -> None:
    is_code = language is not None and len(language) == 2 and language.isascii() and language.islower()
    if language not in {None, "other"} and not is_code:
        raise HelixError(400, "The broadcaster_language field is not a two-letter language code")


def check_delay(delay: int | None, channel: Channel) -> None:
    if delay is None:
        return
    if channel.person.broadcaster_type != "partner":
        raise HelixError(400, "To update the delay field, the broadcaster must have partner status")
    if not 0 <= delay <= MAX_DELAY_SECONDS:
        raise HelixError(400, f"The delay field must be between 0 and {MAX_DELAY_SECONDS}")


def check_tags(tags: list[str]) -> None:
    if len(tags) > MAX_TAGS:
        raise HelixError(400, "The list in the tags field exceeds the maximum number of tags allowed")
    for tag in tags:
        if not tag:
            raise HelixError(400, "A tag in the tags field is empty")
        if len(tag) > MAX_TAG_LENGTH:
            raise HelixError(400, "A tag in the tags field exceeds the maximum length allowed")
        if not tag.isalnum():
            raise HelixError(400, "A tag in the tags field contains special characters or spaces")


def check_labels(labels: list[Label]) -> None:
    for label in labels:
        if label.id == GAME_LABEL:
            raise HelixError(403, "Gaming content labels cannot be set on a channel")
        if label.id not in LABELS:
            raise HelixError(400, f"The content classification label {label.id} does not exist")


def find_category(game_id: str) -> Category:
    """The category with this id; NO_CATEGORY for an empty id or "0"; raises for an unknown id."""
    if game_id in {"", "0"}:
        return NO_CATEGORY
    category = next((each for each in CATEGORIES if each.id == game_id), None)
    if category is None:
        raise HelixError(400, "The ID in game_id is not valid")
    return category


def apply_change(checked: CheckedChange, channel: Channel) -> None:
    change = checked.change
    channel.title = channel.title if change.title is None else change.title
    channel.language = change.broadcaster_language or channel.language
    channel.category = checked.category or channel.category
    channel.delay_seconds = channel.delay_seconds if change.delay is None else change.delay
    channel.tags = channel.tags if change.tags is None else change.tags
    if change.is_branded_content is not None:
        channel.is_branded_content = change.is_branded_content
    switched = {label.id: label.is_enabled for label in change.content_classification_labels or []}
    channel.labels = [each for each in LABELS if switched.get(each, each in channel.labels)]
