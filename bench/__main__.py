"""`python -m bench`: prints one line per bar; exit code 1 if a bar is not met."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence

from bench import budgets
from bench.audit_cost import measure_audit_cost
from bench.backups import measure_backup
from bench.bets import measure_bets
from bench.browser.chat_screen import measure_chat_screen
from bench.browser.first_load import (
    measure_chat_load,
    measure_dashboard_lighthouse,
    measure_dashboard_load,
    measure_lighthouse,
    measure_sign_in,
)
from bench.browser.queue_screen import measure_queue_screen
from bench.browser.widget_page import measure_widget_page
from bench.channel_deletion import measure_channel_deletion
from bench.commands import measure_commands
from bench.fanout.measure import measure_fanout
from bench.figures import Figure, Figures, NoFigure
from bench.giveaways import measure_giveaways
from bench.ingest.measure import measure_ingest
from bench.ingest.rehearsal_rate import measure_rehearsal_rate
from bench.ingest.twitch_decode import measure_twitch_decode
from bench.points import measure_leaderboard, measure_ledger
from bench.reads.activity_pages import measure_activity_pages
from bench.reads.audit_pages import measure_audit_pages
from bench.reads.history import measure_history
from bench.reads.newest_messages import measure_hot_reads
from bench.reads.stream_stats import measure_stream_stats
from bench.reconnects import measure_reconnects
from bench.startup.measure import measure_memory, measure_start

MEASUREMENTS: tuple[tuple[tuple[str, ...], Callable[[], Figures]], ...] = (
    (("start",), measure_start),
    (("idle-memory",), measure_memory),
    (("twitch-decode",), measure_twitch_decode),
    (("history-page", "history-search"), measure_history),
    (("activity-page",), measure_activity_pages),
    (("stats",), measure_stream_stats),
    (("hot-reads",), measure_hot_reads),
    (("audit-page", "audit-search"), measure_audit_pages),
    (("audit-cost",), measure_audit_cost),
    (("backup-delay",), measure_backup),
    (("bet",), measure_bets),
    (("channel-deletion",), measure_channel_deletion),
    (("giveaway-entry", "giveaway-draw"), measure_giveaways),
    (("points-entries", "points-earning"), measure_ledger),
    (("points-leaderboard",), measure_leaderboard),
    (("rehearsal-rate",), measure_rehearsal_rate),
    (("reconnect-spread",), measure_reconnects),
    (("ingest", "ingest-growth", "ingest-statements", "ingest-postgres"), measure_ingest),
    (("commands", "commands-growth", "commands-effective"), measure_commands),
    (("fanout-100", "fanout-100-p99", "fanout-saturated", "fanout-20", "fanout-memory"), measure_fanout),
    (
        ("latency", "latency-page", "chat-frame", "chat-frame-p99", "chat-dropped", "chat-behind", "chat-heap"),
        measure_chat_screen,
    ),
    (("sign-in-javascript", "sign-in-requests", "sign-in-axe"), measure_sign_in),
    (("chat-javascript", "chat-axe"), measure_chat_load),
    (("dashboard-javascript", "dashboard-axe"), measure_dashboard_load),
    (("widget-javascript", "widget-frame", "alert"), measure_widget_page),
    (("queue-frame", "queue-move"), measure_queue_screen),
    (("lighthouse-performance", "lighthouse-accessibility"), measure_lighthouse),
    (("dashboard-lighthouse",), measure_dashboard_lighthouse),
)


def show(name: str, figure: Figure, budget: budgets.Budget) -> bool:
    is_met = budget.is_met_by(figure.value)
    measured = f"{figure.value:.4g} {budget.unit}".rstrip()
    print(f"{name:<26} {measured:>12}   {budget.bar():<10} {'holds' if is_met else 'falls short'}", flush=True)
    for detail in figure.details:
        print(f"    {detail}", flush=True)
    return is_met


def run(measure: Callable[[], Figures], names: Sequence[str], bars: Mapping[str, budgets.Budget]) -> list[bool]:
    """Measures and prints; returns whether each bar is met, or only False if the measurement failed."""
    try:
        figures = measure()
    except (NoFigure, TimeoutError) as error:
        print(f"{', '.join(names)}: no figure. {error or 'The measurement took too long.'}", flush=True)
        return [False]
    return [show(name, figures[name], bars[name]) for name in names]


def main() -> int:
    bars = budgets.load()
    if {name for names, _ in MEASUREMENTS for name in names} != set(bars):
        raise SystemExit("budgets.toml and the measurements do not name the same bars")
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", choices=sorted(bars), help="measure one bar")
    only: str | None = parser.parse_args().only
    verdicts: list[bool] = []
    for names, measure in MEASUREMENTS:
        wanted = [name for name in names if only in (None, name)]
        if wanted:
            verdicts += run(measure, wanted, bars)
    return 0 if verdicts and all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
