"""Sockets that we open."""

from websockets.asyncio.client import connect


class DirectConnect(connect):
    """Where we were told and nowhere else: a redirect would take our cookies along, or us into the own network."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc
