"""Helix calls about categories, and the search for channels."""

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request

from rehearsal.clock import rfc3339
from rehearsal.platforms.twitch.channel_rules import GAME_LABEL, LABELS
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import Json, OnHelix, check_count, page_of, read_values, required
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch
from rehearsal.roster import CATEGORIES, Category
from rehearsal.world import Channel

router = APIRouter(prefix="/twitch/helix")


@router.get("/search/categories")
async def search_categories(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    """Every word has to be in the name, in any order."""
    words = required(request, "query").casefold().split()
    found = [each for each in CATEGORIES if all(word in each.name.casefold() for word in words)]
    return page_of(request, [category(twitch, each) for each in found])


@router.get("/games")
async def games(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    ids, names, others = (read_values(request, name) for name in ("id", "name", "igdb_id"))
    if not (ids or names or others):
        raise HelixError(400, "The request must specify the id or name or igdb_id query parameter")
    check_count(len(ids) + len(names) + len(others), "id, name and igdb_id")
    wanted = [name.casefold() for name in names]
    found = [each for each in CATEGORIES if each.id in ids or each.name.casefold() in wanted]
    return {"data": [game(twitch, each) for each in found]}


@router.get("/games/top")
async def top_games(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    watched = {each.id: 0 for each in CATEGORIES}
    for channel in twitch.stage.world.channels(twitch.key):
        if channel.stream is not None and channel.category.id in watched:
            watched[channel.category.id] += channel.stream.viewer_count
    ranked = sorted(CATEGORIES, key=lambda each: watched[each.id], reverse=True)
    return page_of(request, [game(twitch, each) for each in ranked])


def category(twitch: Twitch, each: Category) -> Json:
    picture = f"{twitch.stage.base_url}/twitch/boxart/{each.id}-52x72.svg"
    return {"id": each.id, "name": each.name, "box_art_url": picture}


def game(twitch: Twitch, each: Category) -> Json:
    picture = f"{twitch.stage.base_url}/twitch/boxart/{each.id}-{{width}}x{{height}}.svg"
    return {"id": each.id, "name": each.name, "box_art_url": picture, "igdb_id": ""}


@router.get("/search/channels")
async def search_channels(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    query = required(request, "query").casefold()
    live_only = request.query_params.get("live_only", "false") == "true"
    rows: list[JsonValue] = [
        found_channel(twitch, each)
        for each in twitch.stage.world.channels(twitch.key)
        if is_found(each, query) and (each.stream is not None or not live_only)
    ]
    return page_of(request, rows)


def is_found(each: Channel, query: str) -> bool:
    return query in each.person.login or query in each.person.display_name.casefold()


def found_channel(twitch: Twitch, each: Channel) -> Json:
    return {
        "id": each.person.id,
        "broadcaster_login": each.person.login,
        "display_name": each.person.display_name,
        "broadcaster_language": each.language,
        "game_id": each.category.id,
        "game_name": each.category.name,
        "is_live": each.stream is not None,
        "tag_ids": [],
        "tags": list[JsonValue](each.tags),
        "thumbnail_url": twitch.stage.avatar_url(each.person),
        "title": each.title,
        "started_at": rfc3339(each.stream.started_at) if each.stream else "",
    }


LABEL_NAMES = {
    "DebatedSocialIssuesAndPolitics": "Politics and Sensitive Social Issues",
    "DrugsIntoxication": "Drugs, Intoxication, or Excessive Tobacco Use",
    "SexualThemes": "Sexual Themes",
    "ViolentGraphic": "Violent and Graphic Depictions",
    "Gambling": "Gambling",
    "ProfanityVulgarity": "Significant Profanity or Vulgarity",
    GAME_LABEL: "Mature-rated game",
}


@router.get("/content_classification_labels")
async def labels(caller: OnHelix) -> Json:
    named = [(label, LABEL_NAMES[label]) for label in (*LABELS, GAME_LABEL)]
    return {"data": [{"id": label, "name": name, "description": f"{name}."} for label, name in named]}
