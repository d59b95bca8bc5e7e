"""PostgreSQL and Redis servers, as the tests start them."""

import sys

from bench.processes import ROOT

# The tests' support package is imported from there, as pytest does.
sys.path.append(str(ROOT / "tests"))

from support.servers import PostgresServer, RedisServer  # needs the path above

__all__ = ["PostgresServer", "RedisServer"]
