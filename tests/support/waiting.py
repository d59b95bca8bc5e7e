"""Time limit of waits in tests, long enough for a machine five times slower."""

# The control API of the rehearsal has the same limit.
MAX_WAIT_SECONDS = 60.0
