from typing import Annotated, Literal

from pydantic import Field

from greenroom.kernel.schema import Schema, StrictSchema

EveningAction = Literal["start", "step", "stop"]
MomentKey = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=40)]


class SetUpStep(Schema):
    """One step of "Try it with everything connected"; repeating a step that is done has no effect."""

    # A platform's key, or bot, filters, timers, goal, games or evening.
    key: str
    label: str
    is_done: bool


class SetUpOut(Schema):
    """In the order in which the steps are done."""

    steps: list[SetUpStep]


class SceneOut(Schema):
    key: str
    label: str
    description: str
    state: Literal["done", "current", "upcoming"]


class EveningOut(Schema):
    """The scripted evening of this channel; no scene is current before it begins."""

    # Whether the next scene starts automatically; if not, it waits for the action `step`.
    is_automatic: bool
    scenes: list[SceneOut]


class MomentOut(Schema):
    """Something that can be made to happen in this channel now."""

    key: str
    label: str
    description: str
    # The platforms where it happens.
    providers: list[str]


class PlugOut(Schema):
    provider: str
    name: str
    is_plugged_in: bool


class RehearsalOut(Schema):
    # Address of the rehearsal's control page, as the server's machine reaches it.
    control_url: str
    evening: EveningOut
    moments: list[MomentOut]
    plugs: list[PlugOut]


class EveningIn(StrictSchema):
    action: EveningAction


class MomentIn(StrictSchema):
    moment: MomentKey


class PlugIn(StrictSchema):
    # Off: the platform does not answer, and its events are lost.
    on: bool
