"""PostgreSQL and Redis servers, as the tests start them."""

import sys

from bench.processes import ROOT

# The package `support` is in the folder of the tests, which pytest also puts on the import path.
sys.path.append(str(ROOT / "tests"))

from support.servers import PostgresServer, RedisServer  # needs the path above

__all__ = ["PostgresServer", "RedisServer"]
