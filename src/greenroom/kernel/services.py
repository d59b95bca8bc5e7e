"""Objects of one running app by their type, provided by features and injected into routes."""

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

T = TypeVar("T")


class ServiceMap:
    def __init__(self) -> None:
        self._by_type: dict[type, object] = {}
        self._later: dict[type, Callable[[], object]] = {}
        self._waiting: Iterable[tuple[type, object]] = ()

    def add(self, kind: type[T], service: T) -> None:
        self._require_new(kind)
        self._by_type[kind] = service

    def add_later(self, kind: type[T], build: Callable[[], T]) -> None:
        """Builds the service when `get` is first called for it."""
        self._require_new(kind)
        self._later[kind] = build

    def add_all_later(self, services: Iterable[tuple[type, object]]) -> None:
        """Adds these services when `get` is first called for a type that has not been added."""
        self._waiting = services

    def get(self, kind: type[T]) -> T:
        if kind not in self._by_type and kind not in self._later:
            self._add_waiting()
        if kind not in self._by_type:
            self._by_type[kind] = self._later[kind]()
        return cast("T", self._by_type[kind])

    def _add_waiting(self) -> None:
        waiting, self._waiting = self._waiting, ()
        for kind, service in waiting:
            self.add(kind, service)

    def _require_new(self, kind: type) -> None:
        if kind in self._by_type or kind in self._later:
            raise ValueError(f"Two services are called {kind.__name__}")


def install_services(app: Starlette, services: ServiceMap) -> None:
    app.state.services = services


def services_of(app: Starlette) -> ServiceMap:
    return cast("ServiceMap", app.state.services)


def has_services(app: Starlette) -> bool:
    return hasattr(app.state, "services")


def service_of(connection: HTTPConnection, kind: type[T]) -> T:
    return services_of(connection.app).get(kind)
