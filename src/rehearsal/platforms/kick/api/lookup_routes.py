"""Routes of users, channels, categories and the public key."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.kick.api.bodies import ChannelChange, read_body
from rehearsal.platforms.kick.api.caller import Caller, PublicApiCaller, read_ids, read_number
from rehearsal.platforms.kick.api.envelopes import Json, ok, page
from rehearsal.platforms.kick.errors import KickError
from rehearsal.platforms.kick.platform import Kick, KickDep
from rehearsal.platforms.kick.resources import (
    category_object,
    channel_object,
    user_object,
    viewer_of,
)
from rehearsal.simulation.people import CATEGORIES, Category
from rehearsal.simulation.world import Person

MAX_LOOKED_UP = 50
MAX_SLUG_LENGTH = 25
MAX_TITLE_LENGTH = 140
MIN_SEARCH_LENGTH, MAX_SEARCH_LENGTH = 3, 100

router = APIRouter(prefix="/kick/public")


@router.get("/v1/public-key")
async def public_key(kick: KickDep) -> Json:
    return ok({"public_key": kick.sender.key.public_pem})


@router.get("/v1/users")
async def users(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    caller.require_scope("user:read")
    ids = read_ids(request, "id", MAX_LOOKED_UP)
    if not ids:
        return ok([own_user(caller.owner("user:read"), kick)])
    found = [kick.rehearsal.world.viewer(viewer_id=each) for each in ids]
    own_id = caller.person.id if caller.person else None
    return ok(
        [
            own_user(caller.person, kick)
            if caller.person is not None and viewer.id == own_id
            else user_object(viewer, kick.rehearsal)
            for viewer in found
            if viewer is not None
        ]
    )


def own_user(person: Person, kick: Kick) -> Json:
    return user_object(viewer_of(person), kick.rehearsal, email=person.email)


@router.get("/v1/channels")
async def channels(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    caller.require_scope("channel:read")
    return ok([channel_body(person, caller, kick) for person in requested_people(request, caller, kick)])


def requested_people(request: Request, caller: Caller, kick: Kick) -> list[Person]:
    ids = read_ids(request, "broadcaster_user_id", MAX_LOOKED_UP)
    slugs = list(dict.fromkeys(request.query_params.getlist("slug")))
    if ids and slugs:
        raise KickError(400, "broadcaster_user_id and slug cannot be mixed")
    if len(slugs) > MAX_LOOKED_UP or any(len(slug) > MAX_SLUG_LENGTH for slug in slugs):
        raise KickError(400, f"slug may be given {MAX_LOOKED_UP} times, with {MAX_SLUG_LENGTH} characters at most")
    if not ids and not slugs:
        if caller.person is None:
            raise KickError(400, "broadcaster_user_id or slug is required for app tokens")
        return [caller.person]
    found = [kick.rehearsal.world.find(person_id=each) for each in ids] + [kick.find_slug(slug) for slug in slugs]
    return [person for person in found if person is not None]


def channel_body(person: Person, caller: Caller, kick: Kick) -> Json:
    shows_key = caller.person == person and caller.has_any("streamkey:read")
    channel = kick.channel(person)
    if channel.stream is not None:
        kick.rehearsal.tallies.add_viewers(kick.key, person.login, channel.stream.viewer_count)
    return channel_object(channel, kick.rehearsal, shows_key=shows_key)


@router.patch("/v1/channels")
async def change_channel(request: Request, caller: PublicApiCaller, kick: KickDep) -> Response:
    person = caller.owner("channel:write")
    change = await read_body(request, ChannelChange)
    if not change.model_dump(exclude_none=True):
        raise KickError(400, "at least one of stream_title, category_id and custom_tags is required")
    if change.stream_title is not None and len(change.stream_title) > MAX_TITLE_LENGTH:
        raise KickError(400, f"stream_title may have {MAX_TITLE_LENGTH} characters")
    category = None if change.category_id is None else known_category(str(change.category_id))
    kick.retitle(kick.channel(person), title=change.stream_title, category=category, tags=change.custom_tags)
    return Response(status_code=204)


def known_category(category_id: str) -> Category:
    category = next((each for each in CATEGORIES if each.id == category_id), None)
    if category is None:
        raise KickError(400, "category_id is not known")
    return category


@router.get("/v2/categories")
async def categories(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    names, tags, ids = (list_of(request, name) for name in ("name", "tag", "id"))
    if any(not MIN_SEARCH_LENGTH <= len(each) <= MAX_SEARCH_LENGTH for each in [*names, *tags]):
        raise KickError(400, f"name and tag need {MIN_SEARCH_LENGTH} to {MAX_SEARCH_LENGTH} characters")
    limit = read_number(request, "limit", 25, 1000)
    # The rehearsal's categories have no tags, so a tag finds none.
    found = [each for each in CATEGORIES if matches_filters(each, names, ids) and not tags]
    rows: list[Json] = [{**category_object(each, kick.rehearsal), "tags": []} for each in found]
    return page(rows, request.query_params.get("cursor"), limit)


def list_of(request: Request, name: str) -> list[str]:
    """The values of a query parameter, which may be repeated or separated by commas."""
    return [each for text in request.query_params.getlist(name) for each in text.split(",")]


def matches_filters(category: Category, names: list[str], ids: list[str]) -> bool:
    is_named = not names or any(name.casefold() in category.name.casefold() for name in names)
    return is_named and (not ids or category.id in ids)
