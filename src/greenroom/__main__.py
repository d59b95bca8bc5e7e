"""Entry point of the `greenroom` command."""

import gc


def main() -> None:
    # Nothing is garbage while modules load, and collecting takes a tenth of the start. `gc_tuning.tune_after_startup`
    # turns the garbage collector on again.
    gc.disable()
    from greenroom.cli import main as run  # noqa: PLC0415

    run()


if __name__ == "__main__":
    main()
