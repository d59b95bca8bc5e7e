"""Base classes of services without streams and chat."""

from pydantic import JsonValue

from rehearsal.platforms.deliveries import Deliveries
from rehearsal.simulation.actions import ActionRefused, ViewerAction
from rehearsal.simulation.people import Category
from rehearsal.simulation.world import NotLive, Person


class BackgroundService:
    """A service without streams, chat and sockets."""

    name: str

    def __init__(self) -> None:
        # Required by `Platform`; these services send no events.
        self.deliveries = Deliveries()

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        raise NotLive(f"{self.name} has no streams.")

    def end(self, person: Person) -> None:
        raise NotLive(f"{self.name} has no streams.")

    def perform(self, login: str, action: ViewerAction) -> dict[str, JsonValue]:
        raise ActionRefused(f"{self.name} has no chat.")

    def show_viewers(self, person: Person, count: int) -> None:
        pass

    def drop_sockets(self, person: Person | None) -> int:
        return 0


class PublicService(BackgroundService):
    """A service that is read without an account."""

    limits = None
    tokens = None

    def expire_tokens(self, person: Person | None) -> int:
        return 0

    def revoke(self, person: Person) -> None:
        pass

    def export_state(self) -> dict[str, JsonValue]:
        return {}

    def import_state(self, state: dict[str, JsonValue]) -> None:
        pass
