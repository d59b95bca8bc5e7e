"""The texts in which the bot posts who is called from a queue."""

from greenroom.kernel.errors import Invalid
from greenroom.responses.checking import check, errors
from greenroom.responses.rendering import Compiled, compile_text
from greenroom.responses.text_values import TextVariable, with_text_variables
from greenroom.responses.variables import VariableRegistry

VARIABLES = (
    TextVariable("names", "The viewers who are called", "@Juno, @kestrel_"),
    TextVariable("queue", "Name of the queue", "Viewer races"),
    TextVariable("answertime", "Time that they have to answer; nothing if there is no limit", "1 minute"),
)


class CallMessages:
    def __init__(self, registry: VariableRegistry) -> None:
        # Incomplete until every feature is declared.
        self._registry = registry

    def check(self, message: str) -> None:
        if problems := errors(check(message, self._variables(), place="announcement")):
            raise Invalid("call_message", f"Character {problems[0].start + 1}: {problems[0].message}")

    def compile(self, message: str) -> Compiled:
        return compile_text(message, self._variables())

    def _variables(self) -> VariableRegistry:
        return with_text_variables(self._registry, "Viewer queue", VARIABLES)
