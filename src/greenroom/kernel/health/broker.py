"""Check of Redis, the broker between processes."""

from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.health.check import Check, Finding, fine, problem, warning


def checks(bus: Bus) -> list[Check]:
    return [Check("broker", "Broker", lambda: check_broker(bus))]


async def check_broker(bus: Bus) -> Finding:
    if not bus.is_shared:
        return fine("One process: none needed")
    took_ms = await bus.ping()
    traffic = bus.traffic()
    facts = f"{traffic.waiting} waiting, {traffic.lost} lost"
    if took_ms is None:
        return problem(
            f"Redis cannot be reached; {facts}.",
            "Check that it runs, and the setting redis_url. Until then screens of other processes are late.",
        )
    if traffic.lost:
        return warning(
            f"Redis answers in {took_ms:.0f} ms; {facts} since the start.",
            "Screens have caught up by themselves. Watch whether it happens again; the count ends with a restart.",
        )
    return fine(f"Redis answers in {took_ms:.0f} ms, {facts}")
