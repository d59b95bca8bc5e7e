"""Entry point of the `greenroom` command."""

import gc
import sys
from types import ModuleType
from typing import cast


def main() -> None:
    # There is no garbage while modules load, and collecting takes a tenth of the start. `gc_tuning.tune_after_startup`
    # turns the garbage collector on again.
    gc.disable()
    # Prevents structlog from loading rich, which takes a tenth of the start. Only development tools install rich, so
    # logs look the same as in an installation.
    sys.modules["rich"] = cast("ModuleType", None)
    from greenroom.cli import main as run  # noqa: PLC0415

    run()


if __name__ == "__main__":
    main()
