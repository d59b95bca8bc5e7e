from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import StorableText
from greenroom.responses.checking import Place
from greenroom.responses.delivery import ResponseType
from greenroom.responses.parsing import MAX_TEMPLATE_LENGTH, Problem, Severity
from greenroom.responses.variables import Cost, Takes, Variable

MAX_ARGUMENTS_LENGTH = 500
MAX_NAME_LENGTH = 100
MAX_COMMAND_LENGTH = 50
MAX_VALUES = 20
ValueName = Annotated[str, Field(pattern=r"^[a-z][a-z_.]{0,29}$")]
Value = Annotated[StorableText, Field(max_length=MAX_ARGUMENTS_LENGTH)]
Level = Literal[0, 1, 2, 7, 100, 200, 500]


class VariableOut(Schema):
    name: str
    aliases: list[str]
    group: str
    summary: str
    # A response; `shows` is what chat shows for it.
    example: str
    shows: str
    takes: Takes
    # Platforms where the variable has a value; None for all.
    providers: list[str] | None
    # Only available where a viewer typed a command: in commands and messages of games.
    needs_caller: bool
    # Changes something each time it is used.
    has_side_effect: bool
    # Where the value comes from.
    cost: Cost
    # Shows nothing for users below this level.
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
            least_level=variable.min_level,
        )


class VariablesOut(Schema):
    records: list[VariableOut]


class PreviewIn(StrictSchema):
    """A response, saved or not, with the user and arguments to test it with."""

    text: Annotated[StorableText, Field(max_length=MAX_TEMPLATE_LENGTH)]
    kind: Place = "command"
    # Variables that only this text has, with the values to show.
    values: Annotated[dict[ValueName, Value], Field(max_length=MAX_VALUES)] | None = None
    response_type: ResponseType = "say"
    # Empty means all platforms.
    providers: StreamProviders = []
    # Level of the user: 0 everyone, 1 subscriber, 2 VIP, 7 moderator, 100 editor, 200 admin, 500 owner.
    level: Level = 0
    viewer_name: Annotated[StorableText, Field(max_length=MAX_NAME_LENGTH)] = "Viewer"
    arguments: Annotated[StorableText, Field(max_length=MAX_ARGUMENTS_LENGTH)] = ""
    command_id: UUID | None = None
    command_name: Annotated[StorableText, Field(max_length=MAX_COMMAND_LENGTH)] = ""
    # Lowest level that can use the command; None for everyone.
    access_level: Level | None = None


class ProblemOut(Schema):
    """`start` and `end` count code points of the text; a text with an error cannot be saved."""

    start: int
    end: int
    message: str
    severity: Severity

    @classmethod
    def of(cls, problem: Problem) -> "ProblemOut":
        return cls(start=problem.start, end=problem.end, message=problem.message, severity=problem.severity)


class PreviewLine(Schema):
    """What one platform would show."""

    provider: str
    connection_id: UUID
    # The account that sends: the bot, or the channel's account where there is no bot.
    account_name: str
    is_bot: bool
    # The response type after the platform's fallbacks.
    kind: ResponseType
    # The messages in order; empty when nothing is sent.
    parts: list[str]
    # Variables that showed nothing, and why.
    notes: list[str]
    # Why nothing is sent, or what differs from the response type.
    detail: str


class PreviewOut(Schema):
    problems: list[ProblemOut]
    # A line per connected account, the newest account last.
    lines: list[PreviewLine]
