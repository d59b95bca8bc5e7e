"""Emotes and avatars are drawings without text; emotes move, except in browsers with reduced motion."""

from xml.etree import ElementTree

import httpx
import pytest

from rehearsal.pictures.faces import FACES, emote_svg
from rehearsal.platforms.kick.emotes import EMOTE_IDS
from rehearsal.platforms.seventv.emote_sets import GLOBAL, SHARED
from rehearsal.platforms.twitch.chat.emotes import GLOBAL_EMOTES
from rehearsal.simulation.audience import STREAMING
from rehearsal.simulation.talk.corpus import corpus_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

NAMES = [*FACES, "RainTime", "Sprinkles", "junoplHype", "odalysLove", "ffzHyper", "an unknown one", "<&>"]


def tags_of(drawing: str) -> set[str]:
    return {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawing).iter()}  # noqa: S314  # ours


@pytest.mark.parametrize("name", NAMES)
async def test_emote_is_drawn_and_moves_unless_motion_is_unwanted(name: str) -> None:
    drawing = emote_svg(name, 56, 56)
    assert "text" not in tags_of(drawing), "no letters"
    assert "path" in tags_of(drawing)
    assert "@keyframes" in drawing
    assert "@media (prefers-reduced-motion:reduce){*{animation:none!important}}" in drawing
    assert "@keyframes" not in emote_svg(name, 56, 56, is_animated=False)
    assert drawing != emote_svg(f"{name} too", 56, 56)


async def test_emotes_of_twitch_kick_and_7tv_and_avatars_are_different_drawings(http: httpx.AsyncClient) -> None:
    seventv = (*GLOBAL, *SHARED)
    paths = [
        *(f"/twitch/emoticons/v2/{emote.id}/default/dark/2.0" for emote in GLOBAL_EMOTES.values()),
        *(f"/kick/emotes/{number}/fullsize" for name, number in EMOTE_IDS.items() if name not in GLOBAL_EMOTES),
        *(f"/7tv/cdn/emote/{emote.id}/2x.webp" for emote in seventv),
        "/avatars/noranachtlicht.svg",
        "/avatars/junoplays.svg",
    ]
    drawings: list[str] = []
    for path in paths:
        response = await http.get(path)
        assert (response.status_code, response.headers["content-type"]) == (200, "image/svg+xml"), path
        assert "text" not in tags_of(response.text), path
        drawings.append(response.text)
    assert len(set(drawings)) == len(paths), "each drawing is different"


async def test_twitch_emote_has_its_name_as_title_and_does_not_move_in_static_format(http: httpx.AsyncClient) -> None:
    animated = await http.get("/twitch/emoticons/v2/25/default/dark/1.0")
    assert "<title>Kappa</title>" in animated.text
    static = await http.get("/twitch/emoticons/v2/25/static/dark/1.0")
    assert "<style>" not in static.text


@pytest.mark.parametrize("platform", STREAMING)
async def test_simulated_viewers_write_only_emotes_that_exist(platform: str) -> None:
    known = {"kick": set(EMOTE_IDS), "twitch": {*GLOBAL_EMOTES, *(emote.name for emote in (*GLOBAL, *SHARED))}}
    for emotes in corpus_of(platform).emotes.values():
        named = {emote for emote in emotes if emote.isascii() and not emote.startswith("{own}")}
        assert named <= known.get(platform, set[str]())
