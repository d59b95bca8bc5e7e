"""Gives, adds and takes points by chat command; a refusal tells the caller why."""

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.staff_accounts import staff_member
from greenroom.chat.messages.models import Viewer
from greenroom.chat.messages.own_accounts import bot_accounts
from greenroom.features.points.ledger.amounts import BadAmount, parse_amount
from greenroom.features.points.ledger.ledger import (
    REFERENCE_SUFFIXES,
    AccountKey,
    Actor,
    Movement,
    NotEnoughPoints,
    Posted,
    Reason,
    TooManyPoints,
    lock_accounts,
    post,
)
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.settings import PointSettings, read_settings
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import new_id
from greenroom.responses.variables import Arguments, Caller, NoValue, Refused, VariableContext
from greenroom.responses.viewer_lookup import MAX_NAME_LENGTH, ViewerRef, find_viewer

POINTS_OFF = "Points are turned off here."
GIVING_OFF = "Giving points is turned off here."
NAME_A_VIEWER = "Name a viewer and an amount."
UNKNOWN_VIEWER = "I don't know a viewer with that name."
SELF = "You can't give points to yourself."
BOT = "Bots don't take points."
TOO_MANY = "That is more than a viewer can have."


class TransferArguments(Struct, frozen=True):
    """The arguments of a transfer: the last word is the amount, the words before it are the viewer's name."""

    # Empty if only an amount was typed.
    name: str
    amount: str


def read_arguments(arguments: Arguments) -> TransferArguments:
    words = " ".join(arguments.words).split()
    if not words:
        raise Refused(NAME_A_VIEWER)
    name = " ".join(words[:-1]).removeprefix("@").strip()[:MAX_NAME_LENGTH]
    return TransferArguments(name, words[-1])


class ChatTransfers:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def give(self, context: VariableContext, arguments: Arguments) -> str:
        """Moves points from the caller to another viewer."""
        typed, caller = read_arguments(arguments), _caller(context)
        if not typed.name:
            raise Refused(NAME_A_VIEWER)
        giver = caller.provider, caller.viewer_id
        async with self._kernel.database.write() as session:
            settings = await _settings(session, context)
            if not settings.transfer:
                raise Refused(GIVING_OFF)
            target = await _find(session, context, typed.name)
            receiver = target.provider, target.viewer_id
            await _refuse_bots(session, context, settings, target)
            accounts = await lock_accounts(session, context.channel_id, [giver, receiver])
            holder = accounts.holder(accounts.by_key[giver])
            if holder is accounts.holder(accounts.by_key[receiver]):
                raise Refused(SELF)
            amount = _amount(typed.amount, holder.balance)
            if amount > holder.balance:
                raise Refused(f"Not enough: you have {settings.amount_text(holder.balance)}.")
            reference = f"gift:{new_id().hex}"
            second_reference = reference + REFERENCE_SUFFIXES[Reason.RECEIVED]
            movements = [
                Movement(giver, -amount, Reason.GIVEN, reference, note=f"to {target.name}"),
                Movement(receiver, amount, Reason.RECEIVED, second_reference, note=f"from {caller.name}"),
            ]
            await _post(session, context, movements)
        return f"{caller.name} gave {settings.amount_text(amount)} to {target.name}."

    async def add(self, context: VariableContext, arguments: Arguments) -> str:
        typed = read_arguments(arguments)
        async with self._kernel.database.write() as session:
            settings = await _settings(session, context)
            target = await _find(session, context, typed.name)
            amount = _amount(typed.amount, 0)
            (posted,) = await _post(session, context, [await _adjustment(session, context, target, amount)])
        return f"{target.name} got {settings.amount_text(amount)} and has {posted.balance:,}."

    async def take(self, context: VariableContext, arguments: Arguments) -> str:
        typed = read_arguments(arguments)
        async with self._kernel.database.write() as session:
            settings = await _settings(session, context)
            target = await _find(session, context, typed.name)
            accounts = await lock_accounts(session, context.channel_id, [(target.provider, target.viewer_id)])
            balance = accounts.holder(accounts.by_key[target.provider, target.viewer_id]).balance
            amount = _amount(typed.amount, balance)
            if amount > balance:
                raise Refused(f"{target.name} has only {settings.amount_text(balance)}.")
            (posted,) = await _post(session, context, [await _adjustment(session, context, target, -amount)])
        return f"{target.name} lost {settings.amount_text(amount)} and has {posted.balance:,}."


def _caller(context: VariableContext) -> Caller:
    assert context.caller is not None  # declared by `needs_caller`
    return context.caller


async def _settings(session: AsyncSession, context: VariableContext) -> PointSettings:
    settings = await read_settings(session, context.channel_id)
    if not settings.enabled:
        raise Refused(POINTS_OFF)
    return settings


async def _find(session: AsyncSession, context: VariableContext, name: str) -> ViewerRef:
    try:
        return await find_viewer(session, context, name)
    except NoValue as error:
        # The error text repeats the typed name, which must not be posted in chat.
        raise Refused(UNKNOWN_VIEWER) from error


async def _refuse_bots(
    session: AsyncSession, context: VariableContext, settings: PointSettings, target: ViewerRef
) -> None:
    account: AccountKey = target.provider, target.viewer_id
    row = await session.scalar(
        select(Viewer).where(
            Viewer.channel_id == context.channel_id, Viewer.provider == account[0], Viewer.viewer_id == account[1]
        )
    )
    is_bot = row is not None and (row.is_bot or settings.ignores(row.login, row.name))
    if is_bot or account in await bot_accounts(session, context.channel_id):
        raise Refused(BOT)


def _amount(text: str, balance: int) -> int:
    try:
        return parse_amount(text, balance)
    except BadAmount as error:
        problem = str(error)
        raise Refused(f"{problem[0].upper()}{problem[1:]}.") from error


async def _adjustment(session: AsyncSession, context: VariableContext, target: ViewerRef, delta: int) -> Movement:
    caller = _caller(context)
    member = await staff_member(session, context.channel_id, caller.provider, caller.viewer_id)
    actor = Actor(None, caller.name) if member is None else Actor(*member)
    return Movement((target.provider, target.viewer_id), delta, Reason.ADJUSTED, note="in chat", actor=actor)


async def _post(session: AsyncSession, context: VariableContext, movements: list[Movement]) -> list[Posted]:
    try:
        posted = await post(session, context.channel_id, movements, context.now)
    except NotEnoughPoints as error:
        raise Refused(error.message) from error
    except TooManyPoints as error:
        raise Refused(TOO_MANY) from error
    announce_points(session, context.channel_id)
    return posted
