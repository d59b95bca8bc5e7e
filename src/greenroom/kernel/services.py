"""Objects of one running app by their type, provided by features and injected into routes."""

from typing import TypeVar, cast

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

T = TypeVar("T")


class ServiceMap:
    def __init__(self) -> None:
        self._by_type: dict[type, object] = {}

    def add(self, kind: type[T], service: T) -> None:
        if kind in self._by_type:
            raise ValueError(f"Two services are called {kind.__name__}")
        self._by_type[kind] = service

    def get(self, kind: type[T]) -> T:
        return cast("T", self._by_type[kind])


def install_services(app: Starlette, services: ServiceMap) -> None:
    app.state.services = services


def services_of(app: Starlette) -> ServiceMap:
    return cast("ServiceMap", app.state.services)


def has_services(app: Starlette) -> bool:
    return hasattr(app.state, "services")


def service_of(connection: HTTPConnection, kind: type[T]) -> T:
    return services_of(connection.app).get(kind)
