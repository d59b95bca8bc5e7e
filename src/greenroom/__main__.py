"""Where the `greenroom` command begins."""

import gc


def main() -> None:
    # Nothing that is made while loading is garbage: looking for some takes a tenth of the start. Whoever has loaded its
    # part of Greenroom settles that.
    gc.disable()
    from greenroom.cli import main as run  # noqa: PLC0415

    run()


if __name__ == "__main__":
    main()
