"""Pictures of categories and streams."""

from html import escape

from fastapi import APIRouter
from starlette.responses import Response

from rehearsal.simulation.people import CATEGORIES

router = APIRouter(prefix="/kick/images")


@router.get("/{kind}/{number}.svg")
async def image(kind: str, number: str) -> Response:
    name = next((each.name for each in CATEGORIES if each.id == number), "Live")
    hue = sum(map(ord, number)) * 37 % 360
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" viewBox="0 0 320 180" role="img">'
        f"<title>{escape(name)}</title>"
        f'<rect width="320" height="180" fill="hsl({hue} 35% 22%)"/>'
        '<text x="160" y="96" fill="#fff" font-family="system-ui, sans-serif" font-size="22" text-anchor="middle">'
        f"{escape(name)}</text></svg>"
    )
    return Response(drawing, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
