"""An error that keeps the program from starting, with a sentence that says how to fix it."""


class StartProblem(Exception):
    """Shown at the terminal without a traceback."""
