"""Entry point of the `greenroom` command."""

import gc
import sys
from types import ModuleType
from typing import cast


def main() -> None:
    # Nothing is garbage while modules load, and collecting takes a tenth of the start. `gc_tuning.tune_after_startup`
    # turns the garbage collector on again.
    gc.disable()
    # structlog loads rich wherever a development tool has installed it, which takes a tenth of the start: here logs
    # look as in an installation, which has no rich.
    sys.modules["rich"] = cast("ModuleType", None)
    from greenroom.cli import main as run  # noqa: PLC0415

    run()


if __name__ == "__main__":
    main()
