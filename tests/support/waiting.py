"""How long tests and their clients wait for what must happen, also on a machine five times slower."""

# The rehearsal's control API waits no longer either.
MAX_WAIT_SECONDS = 60.0
