"""Pictures, ids and channel lookup shared by the stand-ins of emote services."""

import hashlib

from starlette.responses import Response

from rehearsal.pictures.faces import emote_svg, svg_response
from rehearsal.platforms.youtube.ids import person_id as youtube_person_id
from rehearsal.simulation.world import Person, World

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Headers that the services' content delivery networks send.
PICTURE_HEADERS = {"Cache-Control": "public, max-age=604800, immutable", "Access-Control-Allow-Origin": "*"}


def person_at(world: World, platform: str, channel_id: str) -> Person | None:
    """The person who owns the channel with this id on the platform; None if there is none."""
    person_id = youtube_person_id(channel_id) if platform == "youtube" else channel_id
    return world.find(person_id=person_id or "")


def picture(name: str, width: int, height: int) -> Response:
    """A drawn face for the emote with this name."""
    return svg_response(emote_svg(name, width, height), PICTURE_HEADERS)


def ulid(text: str) -> str:
    """An id of 26 characters, derived from the text."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16])
    return "01" + "".join(CROCKFORD[number >> shift & 31] for shift in range(115, -5, -5))


def object_id(text: str) -> str:
    """An id of 24 hexadecimal characters, derived from the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]
