"""Objects of one running app by their type, provided by features and injected into routes."""

from typing import Any, TypeVar, cast

from fastapi import Depends, FastAPI
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


def install_services(app: FastAPI, services: ServiceMap) -> None:
    app.state.services = services


def services_of(app: FastAPI) -> ServiceMap:
    return cast("ServiceMap", app.state.services)


def has_services(app: FastAPI) -> bool:
    return hasattr(app.state, "services")


def service_of(connection: HTTPConnection, kind: type[T]) -> T:
    return services_of(connection.app).get(kind)


def provided(kind: type[T]) -> Any:  # noqa: ANN401  # FastAPI's marker
    """For a route's signature: `Annotated[Sender, provided(Sender)]`."""

    async def find(connection: HTTPConnection) -> T:
        return service_of(connection, kind)

    return Depends(find)
