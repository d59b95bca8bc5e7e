"""After any steps in any order, each balance is the sum of its entries, and no point is created or lost."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from channel_books import ChannelBooks
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from greenroom.features.points.ledger.balances import entries_of, holding_account
from greenroom.features.points.ledger.bulk_credit import credit_all
from greenroom.features.points.ledger.ledger import (
    AccountKey,
    Actor,
    Movement,
    NotEnoughPoints,
    NotUndoable,
    Reason,
    post,
    undo,
)
from greenroom.features.points.ledger.models import PointAccount, PointEntry
from greenroom.features.points.periods.job import PointPeriodsJob
from greenroom.kernel.ids import new_id

VIEWERS: Sequence[AccountKey] = (("twitch", "1"), ("twitch", "2"), ("kick", "1"), ("youtube", "UC1"))
VIEWER = st.integers(0, len(VIEWERS) - 1)

Step = tuple[str, int, int, int]
KINDS = ("adjust", "watch", "pay", "give", "bet", "refund", "repeat", "undo", "link", "unlink", "crash", "add up")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        VIEWER,
        VIEWER,
        st.integers(1, 60),
    ),
    min_size=5,
    max_size=25,
)


class Crash(Exception):
    """Raised before the commit, as if the process ended."""


class Model:
    """The expected balances of single and linked viewers, computed without the ledger."""

    def __init__(self) -> None:
        self.persons: dict[int, UUID | None] = dict.fromkeys(range(len(VIEWERS)))
        self.points = dict.fromkeys(range(len(VIEWERS)), 0)

    def group(self, viewer: int) -> list[int]:
        person = self.persons[viewer]
        return [viewer] if person is None else [each for each, theirs in self.persons.items() if theirs == person]

    def balance(self, viewer: int) -> int:
        return sum(self.points[each] for each in self.group(viewer))

    def take(self, viewer: int, points: int) -> None:
        """Takes points from the viewer and linked viewers; who gives them does not matter: only the sum is compared."""
        for each in self.group(viewer):
            taken = min(points, self.points[each])
            self.points[each] -= taken
            points -= taken


async def take_step(books: ChannelBooks, model: Model, step: Step) -> None:
    kind, first, second, points = step
    viewer, other = VIEWERS[first], VIEWERS[second]
    match kind:
        case "adjust":
            await books.adjust(viewer, points)
            model.points[first] += points
        case "watch":
            await watch(books, [viewer, other], points)
            model.points[first] += points
            model.points[second] += points if second != first else 0
        case "bet":
            await bet(books, model, first, points)
        case "refund":
            await charge_and_refund(books, model, first, points)
        case "pay" | "give":
            await pay(books, model, step)
        case "repeat":
            (posted,) = await books.post(Movement(viewer, 7, Reason.ACTIVITY, reference=f"activity:{first}"))
            model.points[first] += 7 if posted.is_new else 0
        case "undo":
            await undo_newest(books, model, first)
        case "link" | "unlink":
            await relink(books, model, step)
        case "add up":
            await PointPeriodsJob(books.kernel).run()
        case _:
            with pytest.raises(Crash):
                await crash(books, viewer, points)


async def pay(books: ChannelBooks, model: Model, step: Step) -> None:
    kind, first, second, points = step
    reference = f"give:{new_id()}"
    movements = [Movement(VIEWERS[first], -points, Reason.GIVEN, reference)]
    if kind == "give":
        movements.append(Movement(VIEWERS[second], points, Reason.RECEIVED, f"{reference}:received"))
    if model.balance(first) < points:
        with pytest.raises(NotEnoughPoints):
            await books.post(*movements)
        return
    await books.post(*movements)
    model.take(first, points)
    model.points[second] += points if kind == "give" else 0


async def bet(books: ChannelBooks, model: Model, viewer: int, points: int) -> None:
    """Posts the same bet twice, which counts once; an odd stake wins twice the stake."""
    reference = f"roulette:{new_id()}"
    movements = [Movement(VIEWERS[viewer], -points, Reason.BET, reference)]
    if points % 2:
        movements.append(Movement(VIEWERS[viewer], 2 * points, Reason.WON, f"{reference}:won"))
    if model.balance(viewer) < points:
        with pytest.raises(NotEnoughPoints):
            await books.post(*movements)
        return
    await books.post(*movements)
    repeated = await books.post(*movements)
    assert not any(posted.is_new for posted in repeated)
    model.take(viewer, points)
    model.points[viewer] += 2 * points if points % 2 else 0


async def watch(books: ChannelBooks, viewers: Sequence[AccountKey], points: int) -> None:
    async with books.kernel.database.write() as session:
        earned = dict.fromkeys(viewers, points)
        await credit_all(session, books.channel_id, earned, Reason.WATCHED, books.kernel.clock())


async def charge_and_refund(books: ChannelBooks, model: Model, viewer: int, points: int) -> None:
    """Charges for a command, and posts the same refund twice, which counts once."""
    reference = f"command:{new_id()}"
    charge = Movement(VIEWERS[viewer], -points, Reason.COMMAND, reference)
    if model.balance(viewer) < points:
        with pytest.raises(NotEnoughPoints):
            await books.post(charge)
        return
    await books.post(charge)
    for _ in range(2):
        await books.post(Movement(VIEWERS[viewer], points, Reason.REFUND, f"refund:{reference}"))


async def crash(books: ChannelBooks, viewer: AccountKey, points: int) -> None:
    async with books.kernel.database.write() as session:
        await post(session, books.channel_id, [Movement(viewer, points, Reason.WON)], books.kernel.clock())
        raise Crash


async def undo_newest(books: ChannelBooks, model: Model, viewer: int) -> None:
    """Undoes the newest entry of the viewer's points, together with the other entry of its bet or gift."""
    async with books.kernel.database.write() as session:
        account = await holding_account(session, books.channel_id, VIEWERS[viewer])
        entries = () if account is None else await entries_of(session, account.id, 1)
        if not entries:
            return
        newest = entries[0].id
        try:
            await undo(session, books.channel_id, newest, Actor(), books.kernel.clock())
        except (NotUndoable, NotEnoughPoints):
            return
    for change, source in await opposite_amounts(books, newest):
        assert model.balance(source) + change >= 0
        if change < 0:
            model.take(source, -change)
        else:
            model.points[source] += change


async def opposite_amounts(books: ChannelBooks, entry_id: int) -> list[tuple[int, int]]:
    """For the entry and the other entry of its bet or gift: the delta with the sign reversed, and the viewer."""
    async with books.kernel.database.read() as session:
        entry = await session.get_one(PointEntry, entry_id)
        shared = None if entry.reference is None else entry.reference.removesuffix(":won").removesuffix(":received")
        undone = [PointEntry.id == entry_id]
        if shared is not None and entry.reason in {Reason.BET, Reason.WON, Reason.GIVEN, Reason.RECEIVED}:
            undone = [PointEntry.reference.in_([shared, f"{shared}:won", f"{shared}:received"])]
        rows = await session.execute(
            select(PointEntry.delta, PointAccount.provider, PointAccount.viewer_id)
            .join(PointAccount, PointAccount.id == PointEntry.source_id)
            .where(PointEntry.channel_id == books.channel_id, *undone)
            # Negative entries come first: their points are given back first, as in the ledger.
            .order_by(PointEntry.delta)
        )
        return [(-delta, VIEWERS.index((provider, viewer_id))) for delta, provider, viewer_id in rows]


async def relink(books: ChannelBooks, model: Model, step: Step) -> None:
    kind, first, second, _ = step
    await (link(books, model, first, second) if kind == "link" else unlink(books, model, first))


async def link(books: ChannelBooks, model: Model, first: int, second: int) -> None:
    """Links all accounts of both persons to one person, as the viewers feature does."""
    if first == second or second in model.group(first):
        return
    linked = [*model.group(first), *model.group(second)]
    person = model.persons[first] or model.persons[second] or new_id()
    await books.link(*(VIEWERS[each] for each in linked), person=person)
    model.persons.update(dict.fromkeys(linked, person))


async def unlink(books: ChannelBooks, model: Model, viewer: int) -> None:
    group = model.group(viewer)
    leaving = group if len(group) == 2 else [viewer]
    before = model.balance(viewer)
    await books.unlink(*(VIEWERS[each] for each in leaving))
    model.persons.update(dict.fromkeys(leaving))
    # Other tests check how the points are divided; the model has only their sum.
    model.points.update({each: await books.balance(VIEWERS[each]) for each in leaving})
    staying = [each for each in group if each not in leaving]
    if staying:
        remaining = before - sum(model.points[each] for each in leaving)
        model.points.update(dict.fromkeys(staying, 0) | {staying[0]: remaining})
    assert sum(model.points[each] for each in group) == before


@pytest.mark.both_databases
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=STEPS)
async def test_books_balance_after_any_order_of_steps(books: ChannelBooks, steps: list[Step]) -> None:
    await books.switch_to_new_channel()
    await books.enable_points()
    model = Model()
    for step in steps:
        await take_step(books, model, step)
    await books.check((VIEWERS[each], model.balance(each)) for each in range(len(VIEWERS)))
    await PointPeriodsJob(books.kernel).run()
    await books.check_month()
