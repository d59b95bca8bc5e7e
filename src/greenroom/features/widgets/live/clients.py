"""Names the program and system of a browser source."""

import re

from greenroom.features.widgets.models import MAX_CLIENT_LENGTH

# Programs in the order in which they are looked for: most user agents name Chrome and Safari, too.
_PROGRAMS = (
    (re.compile(r"OBS/(\d+)"), "OBS {}"),
    (re.compile(r"Streamlabs[^/]*/(\d+)"), "Streamlabs {}"),
    (re.compile(r"XSplit"), "XSplit"),
    (re.compile(r"vMix"), "vMix"),
    (re.compile(r"Meld"), "Meld"),
    (re.compile(r"Firefox/(\d+)"), "Firefox {}"),
    (re.compile(r"Edg/(\d+)"), "Edge {}"),
    (re.compile(r"Chrome/(\d+)"), "Chrome {}"),
    (re.compile(r"Version/(\d+).*Safari"), "Safari {}"),
)
_SYSTEMS = (
    ("Windows", "Windows"),
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("Android", "Android"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def client_name(user_agent: str) -> str:
    """Program and system, such as “OBS 31 on Windows”."""
    programs = (name.format(*found.groups()) for sought, name in _PROGRAMS if (found := sought.search(user_agent)))
    program = next(programs, "")
    system = next((name for sought, name in _SYSTEMS if sought in user_agent), "")
    return " on ".join(part for part in (program or "Browser", system) if part)[:MAX_CLIENT_LENGTH]
