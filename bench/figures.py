"""What a measurement hands back, and the median that every one of them takes."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    value: float
    details: tuple[str, ...] = ()


Figures = Mapping[str, Figure]
