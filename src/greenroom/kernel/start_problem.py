"""What keeps the program from starting, in one sentence that says how to mend it."""


class StartProblem(Exception):
    """Shown to the person at the terminal as it is, without a stack of frames."""
