from datetime import datetime, timedelta

# Minimum time between two stored visits: storing every visit would turn each read into a write.
LAST_SEEN_INTERVAL = timedelta(minutes=5)

BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def is_last_seen_update_due(last_seen_at: datetime, now: datetime) -> bool:
    return now - last_seen_at >= LAST_SEEN_INTERVAL


def browser_label(user_agent: str) -> str:
    """Browser and system, for example "Firefox on Windows"."""
    browser = next((label for mark, label in BROWSERS if mark in user_agent), None)
    system = next((label for mark, label in SYSTEMS if mark in user_agent), None)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "Unknown browser"
