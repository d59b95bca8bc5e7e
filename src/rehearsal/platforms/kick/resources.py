"""Users, channels, categories and streams in Kick's format."""

from pydantic import JsonValue

from rehearsal.clock import rfc3339
from rehearsal.simulation.people import Category
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import BOT_LOGIN, Channel, Person, Stream
from rehearsal.state import RehearsalState

Json = dict[str, JsonValue]

NO_TIME = "0001-01-01T00:00:00Z"


def slug_of(login: str) -> str:
    """The slug of a channel: the login with hyphens in place of underscores."""
    return login.lower().replace("_", "-")


def username_of(login: str, display_name: str) -> str:
    """The display name if only its case differs from the login; else the login."""
    return display_name if display_name.casefold() == login else login


def picture_of(viewer: Viewer, rehearsal: RehearsalState) -> str:
    person = rehearsal.world.find(person_id=viewer.id)
    return "" if person is None else rehearsal.avatar_url(person)


def viewer_of(person: Person) -> Viewer:
    return Viewer(person.id, person.login, person.display_name, "", "en", is_bot=person.login == BOT_LOGIN)


def user_object(viewer: Viewer, rehearsal: RehearsalState, *, email: str = "") -> Json:
    return {
        "user_id": int(viewer.id),
        "name": username_of(viewer.login, viewer.display_name),
        "email": email,
        "profile_picture": picture_of(viewer, rehearsal),
    }


def short_person(viewer: Viewer, rehearsal: RehearsalState) -> Json:
    """A user as in events of rewards and KICKs; `full_person` adds the fields of other events."""
    return {
        "user_id": int(viewer.id),
        "username": username_of(viewer.login, viewer.display_name),
        "is_verified": False,
        "profile_picture": picture_of(viewer, rehearsal),
        "channel_slug": slug_of(viewer.login),
    }


def full_person(viewer: Viewer, rehearsal: RehearsalState, identity: Json | None = None) -> Json:
    return {"is_anonymous": False, **short_person(viewer, rehearsal), "identity": identity}


def anonymous_person() -> Json:
    """An anonymous user: all fields except `is_anonymous` are null."""
    names = ("user_id", "username", "is_verified", "profile_picture", "channel_slug", "identity")
    return {"is_anonymous": True, **dict.fromkeys(names)}


def badges_of(viewer: Viewer, broadcaster: Person) -> list[JsonValue]:
    badges: list[JsonValue] = []
    if viewer.id == broadcaster.id:
        badges.append({"text": "Broadcaster", "type": "broadcaster"})
    if viewer.is_moderator:
        badges.append({"text": "Moderator", "type": "moderator"})
    if viewer.is_vip:
        badges.append({"text": "VIP", "type": "vip"})
    if viewer.is_bot:
        badges.append({"text": "Bot", "type": "bot"})
    if viewer.sub_months:
        badges.append({"text": "Subscriber", "type": "subscriber", "count": viewer.sub_months})
    return badges


def category_object(category: Category, rehearsal: RehearsalState) -> Json:
    thumbnail = f"{rehearsal.base_url}/kick/images/categories/{category.id}.svg"
    return {"id": int(category.id), "name": category.name, "thumbnail": thumbnail}


def channel_object(channel: Channel, rehearsal: RehearsalState, *, shows_key: bool) -> Json:
    stream = channel.stream
    no_category: Json = {"id": 0, "name": "", "thumbnail": ""}
    return {
        "broadcaster_user_id": int(channel.person.id),
        "slug": slug_of(channel.person.login),
        "channel_description": channel.person.description,
        "banner_picture": "",
        "stream_title": channel.title,
        "category": no_category if stream is None else category_object(channel.category, rehearsal),
        "stream": stream_object(channel, rehearsal, shows_key=shows_key),
        "active_subscribers_count": channel.audience // 5,
        "canceled_subscribers_count": channel.audience // 20,
    }


def stream_object(channel: Channel, rehearsal: RehearsalState, *, shows_key: bool) -> Json:
    stream = channel.stream
    key = f"sk_rehearsal_{channel.person.id}" if shows_key else ""
    return {
        "is_live": stream is not None,
        "is_mature": False,
        "language": channel.language,
        "start_time": NO_TIME if stream is None else rfc3339(stream.started_at),
        "thumbnail": "" if stream is None else stream_thumbnail(stream, rehearsal),
        "viewer_count": 0 if stream is None else stream.viewer_count,
        "custom_tags": list[JsonValue](channel.tags),
        "url": "rtmps://ingest.kick.example:443/app/" if shows_key else "",
        "key": key,
    }


def stream_thumbnail(stream: Stream, rehearsal: RehearsalState) -> str:
    return f"{rehearsal.base_url}/kick/images/streams/{stream.id}.svg"
