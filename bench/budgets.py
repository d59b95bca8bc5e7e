"""Bars that figures are compared with, read from budgets.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("budgets.toml")


@dataclass(frozen=True, slots=True)
class Budget:
    description: str
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    def __post_init__(self) -> None:
        if (self.at_most is None) == (self.at_least is None):
            raise ValueError(f"{self.description}: give exactly one of at_most and at_least")

    def is_met_by(self, figure: float) -> bool:
        if self.at_most is not None:
            return figure <= self.at_most
        return self.at_least is not None and figure >= self.at_least

    def bar(self) -> str:
        sign, value = ("<=", self.at_most) if self.at_most is not None else (">=", self.at_least)
        return f"{sign} {value:g} {self.unit}".rstrip()


def load(file: Path = FILE) -> dict[str, Budget]:
    with file.open("rb") as stream:
        return {name: Budget(**table) for name, table in tomllib.load(stream).items()}
