"""Figures that a measurement returns: a value for each bar, with details."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    value: float
    details: tuple[str, ...] = ()


Figures = Mapping[str, Figure]


class NoFigure(Exception):
    """A measurement could not be made; the message says why."""
