from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from greenroom.kernel.text import SearchText
from greenroom.responses.delivery import ResponseType
from greenroom.responses.parsing import LONGEST_TEMPLATE, Problem, Severity
from greenroom.responses.variables import Cost, Takes, Variable

Provider = Literal["twitch", "youtube", "kick", "tiktok"]
STREAM_PROVIDERS = ("twitch", "youtube", "kick", "tiktok")

MAX_ARGUMENTS_LENGTH = 500
MAX_NAME_LENGTH = 100
MAX_COMMAND_LENGTH = 50


class VariableOut(BaseModel):
    """What answers may use, in the words of whoever made it."""

    name: str
    aliases: list[str]
    group: str
    summary: str
    # What is written, and what chat shows then.
    example: str
    shows: str
    takes: Takes
    # Where it has a value; null is everywhere.
    providers: list[str] | None
    # Shows nothing in a timer, where nobody has asked.
    needs_caller: bool
    # Changes something, each time it is asked for.
    has_side_effect: bool
    # What it takes to know the value.
    cost: Cost
    # Shows nothing when somebody below this level asks.
    least_level: int

    @classmethod
    def of(cls, variable: Variable) -> "VariableOut":
        return cls(
            name=variable.name,
            aliases=list(variable.aliases),
            group=variable.group,
            summary=variable.summary,
            example=variable.example,
            shows=variable.shows,
            takes=variable.takes,
            providers=None if variable.providers is None else sorted(variable.providers),
            needs_caller=variable.needs_caller,
            has_side_effect=variable.has_side_effect,
            cost=variable.cost,
            least_level=variable.least_level,
        )


class VariablesOut(BaseModel):
    """In the order of their groups."""

    records: list[VariableOut]


class PreviewIn(BaseModel):
    """An answer, saved or not, as if somebody had just asked for it."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[SearchText, Field(max_length=LONGEST_TEMPLATE)]
    kind: Literal["command", "timer"] = "command"
    response_type: ResponseType = "say"
    # None of them means everywhere.
    providers: Annotated[list[Provider], Field(max_length=len(STREAM_PROVIDERS))] = []
    # Who asks: 0 anybody, 1 a subscriber, 2 a VIP, 7 a moderator, 500 the owner.
    level: Literal[0, 1, 2, 7, 500] = 0
    viewer_name: Annotated[SearchText, Field(max_length=MAX_NAME_LENGTH)] = "Viewer"
    # What they type behind the command.
    arguments: Annotated[SearchText, Field(max_length=MAX_ARGUMENTS_LENGTH)] = ""
    command_id: UUID | None = None
    command_name: Annotated[SearchText, Field(max_length=MAX_COMMAND_LENGTH)] = ""


class ProblemOut(BaseModel):
    """`start` and `end` count characters of the text, an emoji as one; nothing with an error can be saved."""

    start: int
    end: int
    message: str
    severity: Severity

    @classmethod
    def of(cls, problem: Problem) -> "ProblemOut":
        return cls(start=problem.start, end=problem.end, message=problem.message, severity=problem.severity)


class PreviewLine(BaseModel):
    """What one platform would show."""

    provider: str
    connection_id: UUID
    # Who speaks there: the bot, or the account of the streamer where there is none.
    account_name: str
    is_bot: bool
    # What the platform makes of the response type.
    kind: ResponseType
    # The messages, one after the other; none when nothing is said.
    parts: list[str]
    # What chat does not get to see, and why.
    notes: list[str]
    # Why nothing is said, or what differs from what was wished.
    detail: str


class PreviewOut(BaseModel):
    problems: list[ProblemOut]
    # One for each connected account, newest last.
    lines: list[PreviewLine]
