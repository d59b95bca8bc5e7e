"""What services beside the rehearsal have in common: nobody streams there, and nobody talks."""

from pydantic import JsonValue

from rehearsal.platforms.deliveries import Deliveries
from rehearsal.simulation.actions import ActionRefused, ViewerAction
from rehearsal.simulation.people import Category
from rehearsal.simulation.world import NotLive, Person


class BackgroundService:
    """Answers the control desk for a service without streams, chat and sockets."""

    name: str

    def __init__(self) -> None:
        # Nothing leaves by itself, so nothing travels here.
        self.deliveries = Deliveries()

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        raise NotLive(f"Nobody streams on {self.name}.")

    def end(self, person: Person) -> None:
        raise NotLive(f"Nobody streams on {self.name}.")

    def perform(self, login: str, action: ViewerAction) -> dict[str, JsonValue]:
        raise ActionRefused(f"{self.name} has no chat.")

    def drop_sockets(self, person: Person | None) -> int:
        return 0


class PublicService(BackgroundService):
    """A service that everybody may read without an account."""

    limits = None
    tokens = None

    def expire_tokens(self, person: Person | None) -> int:
        return 0

    def revoke(self, person: Person) -> None:
        """There is nothing to revoke."""

    def export_state(self) -> dict[str, JsonValue]:
        return {}

    def import_state(self, kept: dict[str, JsonValue]) -> None:
        """There is nothing to take up."""
