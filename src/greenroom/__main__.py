"""Where the `greenroom` command begins."""

import gc


def main() -> None:
    # Nothing that is made while loading is garbage: looking for some takes a tenth of the start, and keeping it out of
    # later searches makes each of them shorter.
    gc.disable()
    from greenroom.cli import main as run  # noqa: PLC0415
    from greenroom.kernel.garbage import settle  # noqa: PLC0415

    settle()
    gc.enable()
    run()


if __name__ == "__main__":
    main()
