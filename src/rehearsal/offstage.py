"""What services beside the stage have in common: nobody streams there, and nobody talks."""

from pydantic import JsonValue

from rehearsal.deliveries import Deliveries
from rehearsal.roster import Category
from rehearsal.scenes import NotPlayed, Scene
from rehearsal.world import NotLive, Person


class Offstage:
    """Answers the control desk for a service without streams, chat and sockets."""

    name: str

    def __init__(self) -> None:
        # Nothing leaves by itself, so nothing travels here.
        self.deliveries = Deliveries()

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        raise NotLive(f"Nobody streams on {self.name}.")

    def end(self, person: Person) -> None:
        raise NotLive(f"Nobody streams on {self.name}.")

    def play(self, login: str, scene: Scene) -> dict[str, JsonValue]:
        raise NotPlayed(f"{self.name} has no chat.")

    def drop_sockets(self, person: Person | None) -> int:
        return 0


class OpenToAll(Offstage):
    """A service that everybody may read without an account."""

    limits = None
    tokens = None

    def expire_tokens(self, person: Person | None) -> int:
        return 0

    def revoke(self, person: Person) -> None:
        """There is nothing to revoke."""

    def remember(self) -> dict[str, JsonValue]:
        return {}

    def recall(self, kept: dict[str, JsonValue]) -> None:
        """There is nothing to take up."""
