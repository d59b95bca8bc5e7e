"""Time limit of waits in tests, long enough for a machine five times slower."""

# Also the limit of the rehearsal's control API.
MAX_WAIT_SECONDS = 60.0
