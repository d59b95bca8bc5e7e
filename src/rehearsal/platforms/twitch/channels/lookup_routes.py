"""Helix calls that look up users, streams and categories."""

from datetime import UTC, datetime

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request

from rehearsal.clock import rfc3339
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import (
    Caller,
    HelixCaller,
    Json,
    check_count,
    page_of,
    read_ids,
    read_values,
    required,
)
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep
from rehearsal.simulation.people import CATEGORIES
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Channel, Person, Stream

VIEWERS_CREATED_AT = datetime(2019, 5, 4, 12, tzinfo=UTC)

router = APIRouter(prefix="/twitch/helix")


@router.get("/users")
async def users(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    ids, logins = read_ids(request, "id"), read_values(request, "login")
    check_count(len(ids) + len(logins), "id and/or login")
    found = find_people(twitch, ids, logins) if ids or logins else own_person(caller)
    return {"data": [user(twitch, person, caller) for person in found]}


def own_person(caller: Caller) -> list[Person | Viewer]:
    if caller.person is None:
        raise HelixError(400, "The id or login query parameter is required unless the request uses a user access token")
    return [caller.person]


def find_people(twitch: Twitch, ids: list[str], logins: list[str]) -> list[Person | Viewer]:
    """The accounts without duplicates; unknown ids and logins are left out."""
    world = twitch.rehearsal.world
    found: list[Person | Viewer | None] = [
        *(world.find(person_id=each) or world.find_viewer(viewer_id=each) for each in ids),
        *(world.find(login=each) or world.find_viewer(login=each) for each in logins),
    ]
    return list(dict.fromkeys(person for person in found if person is not None))


def user(twitch: Twitch, person: Person | Viewer, caller: Caller) -> Json:
    if isinstance(person, Viewer):
        return viewer_row(twitch, person)
    details: Json = {
        "id": person.id,
        "login": person.login,
        "display_name": person.display_name,
        "type": "",
        "broadcaster_type": person.broadcaster_type,
        "description": person.description,
        "profile_image_url": twitch.rehearsal.avatar_url(person),
        "offline_image_url": "",
        "view_count": 0,
        "created_at": rfc3339(person.created_at),
    }
    if person == caller.person and caller.has_any("user:read:email"):
        details["email"] = person.email
    return details


def viewer_row(twitch: Twitch, viewer: Viewer) -> Json:
    """The user resource of a viewer without a channel."""
    return {
        "id": viewer.id,
        "login": viewer.login,
        "display_name": viewer.display_name,
        "type": "",
        "broadcaster_type": "",
        "description": "",
        "profile_image_url": f"{twitch.rehearsal.base_url}/avatars/{viewer.login}.svg",
        "offline_image_url": "",
        "view_count": 0,
        "created_at": rfc3339(VIEWERS_CREATED_AT),
    }


@router.get("/streams")
async def streams(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    if request.query_params.get("type", "all") not in {"all", "live"}:
        raise HelixError(400, 'The parameter "type" was malformed: the value must be one of all, live')
    live = [each for each in twitch.rehearsal.world.channels(twitch.key) if matches_filters(each, request)]
    live.sort(key=lambda each: each.stream.viewer_count if each.stream else 0, reverse=True)
    return page_of(request, [stream(twitch, each, each.stream) for each in live if each.stream])


def matches_filters(channel: Channel, request: Request) -> bool:
    """Whether the channel matches the filters: an id or a login, a category, a language; a missing filter matches."""
    ids, logins = read_ids(request, "user_id"), [login.lower() for login in read_values(request, "user_login")]
    games, languages = read_values(request, "game_id"), read_values(request, "language")
    for values, name in ((ids, "user_id"), (logins, "user_login"), (games, "game_id"), (languages, "language")):
        check_count(len(values), name)
    is_named = not (ids or logins) or channel.person.id in ids or channel.person.login in logins
    is_in_category = not games or channel.category.id in games
    return is_named and is_in_category and (not languages or channel.language in languages)


def stream(twitch: Twitch, channel: Channel, live: Stream) -> JsonValue:
    person = channel.person
    twitch.rehearsal.tallies.add_viewers(twitch.key, person.login, live.viewer_count)
    return {
        "id": live.id,
        "user_id": person.id,
        "user_login": person.login,
        "user_name": person.display_name,
        "game_id": channel.category.id,
        "game_name": channel.category.name,
        "type": "live",
        "title": channel.title,
        "viewer_count": live.viewer_count,
        "started_at": rfc3339(live.started_at),
        "language": channel.language,
        "thumbnail_url": f"{twitch.rehearsal.base_url}/avatars/{person.login}.svg?size={{width}}x{{height}}",
        "tag_ids": [],
        "tags": list[JsonValue](channel.tags),
        "is_mature": False,
    }


@router.get("/search/categories")
async def search_categories(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    """Categories whose name contains every word of the query, in any order."""
    words = required(request, "query").casefold().split()
    found = [each for each in CATEGORIES if all(word in each.name.casefold() for word in words)]
    picture = f"{twitch.rehearsal.base_url}/twitch/boxart"
    rows: list[JsonValue] = [
        {"id": each.id, "name": each.name, "box_art_url": f"{picture}/{each.id}-52x72.svg"} for each in found
    ]
    return page_of(request, rows)
