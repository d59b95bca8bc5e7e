"""An error that keeps the program from starting, with a sentence that says how to fix it."""


class StartProblem(Exception):
    """Shown to the person at the terminal as it is, without a stack of frames."""
