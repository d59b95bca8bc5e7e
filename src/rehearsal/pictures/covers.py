"""Draws covers of categories and streams: hills at night with a light, in colours derived from the name."""

import hashlib
from html import escape


def cover_svg(name: str, width: int, height: int, title: str = "") -> str:
    digest = hashlib.sha256(name.encode()).digest()
    hue, light_x, hill = digest[0] * 360 // 256, 20 + digest[1] * 60 // 256, 55 + digest[2] * 20 // 256
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 100 100" '
        f'preserveAspectRatio="xMidYMid slice" role="img"><title>{escape(title or name)}</title>'
        f'<rect width="100" height="100" fill="hsl({hue} 40% 20%)"/>'
        f'<circle cx="{light_x}" cy="30" r="22" fill="hsl({(hue + 50) % 360} 80% 70%)" opacity=".25"/>'
        f'<circle cx="{light_x}" cy="30" r="10" fill="hsl({(hue + 50) % 360} 85% 75%)"/>'
        f'<path d="M0 {hill}q25-22 50 0t50-6v60H0Z" fill="hsl({hue} 35% 32%)"/>'
        f'<path d="M0 {hill + 16}q30-16 60 0t40-4v50H0Z" fill="hsl({hue} 40% 13%)"/></svg>'
    )
