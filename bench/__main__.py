"""`python -m bench`: one line per bar; exit code 1 if any falls short."""

import argparse
import sys
from collections.abc import Callable

from bench import budgets
from bench.browser.chat_screen import measure_chat_screen
from bench.commands import measure_commands
from bench.ingest.twitch_decode import measure_twitch_decode
from bench.fanout.measure import measure_fanout
from bench.figures import Figure, Figures
from bench.browser.first_load import measure_chat_load, measure_lighthouse, measure_sign_in
from bench.reads.history import measure_history
from bench.reads.newest_messages import measure_hot_reads
from bench.ingest.measure import measure_ingest
from bench.reconnects import measure_reconnects
from bench.ingest.rehearsal_rate import measure_rehearsal_rate
from bench.startup.measure import measure_memory, measure_start

MEASUREMENTS: tuple[tuple[tuple[str, ...], Callable[[], Figures]], ...] = (
    (("start",), measure_start),
    (("idle-memory",), measure_memory),
    (("twitch-decode",), measure_twitch_decode),
    (("history-page", "history-search"), measure_history),
    (("hot-reads",), measure_hot_reads),
    (("rehearsal-rate",), measure_rehearsal_rate),
    (("reconnect-spread",), measure_reconnects),
    (("ingest", "ingest-growth", "ingest-statements", "ingest-postgres"), measure_ingest),
    (("commands", "commands-growth", "commands-effective"), measure_commands),
    (("fanout-100", "fanout-100-p99", "fanout-saturated", "fanout-20", "fanout-memory"), measure_fanout),
    (
        ("latency", "chat-frame", "chat-frame-p99", "chat-dropped", "chat-behind", "chat-heap"),
        measure_chat_screen,
    ),
    (("sign-in-javascript", "sign-in-requests", "sign-in-axe"), measure_sign_in),
    (("chat-javascript", "chat-axe"), measure_chat_load),
    (("lighthouse-performance", "lighthouse-accessibility"), measure_lighthouse),
)


def show(name: str, figure: Figure, budget: budgets.Budget) -> bool:
    holds = budget.holds(figure.value)
    measured = f"{figure.value:.4g} {budget.unit}".rstrip()
    print(f"{name:<26} {measured:>12}   {budget.bar():<10} {'holds' if holds else 'falls short'}", flush=True)
    for detail in figure.details:
        print(f"    {detail}", flush=True)
    return holds


def main() -> int:
    known = budgets.load()
    if {name for names, _ in MEASUREMENTS for name in names} != set(known):
        raise SystemExit("budgets.toml and the measurements do not name the same bars")
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", choices=sorted(known), help="measure one bar")
    only: str | None = parser.parse_args().only
    verdicts: list[bool] = []
    for names, measure in MEASUREMENTS:
        if only is None or only in names:
            figures = measure()
            verdicts += [show(name, figures[name], known[name]) for name in names if only in (None, name)]
    return 0 if verdicts and all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
