"""Who listens to what: the sockets that are open, the conduits, and the subscriptions that stand."""

import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.twitch.eventsub import frames
from rehearsal.platforms.twitch.eventsub.conduits import Conduits, Shard
from rehearsal.platforms.twitch.eventsub.frames import Notice
from rehearsal.platforms.twitch.eventsub.sessions import Ending, Session, ending_by_desk
from rehearsal.platforms.twitch.eventsub.subscriptions import (
    FAILURES_EXCEEDED,
    PENDING,
    VERIFICATION_FAILED,
    JsonObject,
    Subscription,
    Topic,
    Transport,
    encode,
)
from rehearsal.platforms.twitch.eventsub.webhooks import Courier, Done, Parcel
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.state import RehearsalState

# Thousands a second: the log of happenings is for what somebody may want to await.
NOT_TOLD = frozenset({"channel.chat.message"})


class EventSub:
    """All sockets and subscriptions of one rehearsal."""

    def __init__(self, rehearsal: RehearsalState, limits: Limits, deliveries: Deliveries) -> None:
        self._rehearsal = rehearsal
        self._limits = limits
        self._deliveries = deliveries
        self._sessions: dict[str, Session] = {}
        self._subscriptions: dict[str, Subscription] = {}
        # Only enabled ones, so that nobody has to look through all of them for each message.
        self._by_topic: dict[Topic, dict[str, Subscription]] = {}
        self._handovers: dict[str, Session] = {}
        self.courier = Courier(rehearsal, limits)
        self.conduits = Conduits()
        self.sends_keepalives = True

    def open(self, keepalive_seconds: int) -> Session:
        now = self._rehearsal.clock.now()
        name = f"AgoQ{secrets.token_urlsafe(20)}"
        session = Session(name, now, keepalive_seconds, now, self._limits.outbox_frames)
        self._sessions[session.id] = session
        session.say(frames.welcome(session, now))
        return session

    def adopt(self, reconnect_id: str) -> Session | None:
        """The socket that takes over from another; its subscriptions move along. Each address works once."""
        old = self._handovers.pop(reconnect_id, None)
        if old is None or old.id not in self._sessions:
            return None
        new = self.open(old.keepalive_seconds)
        new.owner, new.was_used = old.owner, True
        for subscription in list(self.enabled_on(old)):
            subscription.move(new.id, new.connected_at)
        for _, shard in self.conduits.shards_on(old.id):
            shard.transport.session_id, shard.transport.connected_at = new.id, new.connected_at
        self._rehearsal.events.record("socket_handed_over", session_id=new.id, old_session_id=old.id)
        return new

    def close(self, session: Session, ending: Ending) -> None:
        """The socket is gone: what it carried is disabled and stays visible for a while."""
        for subscription in list(self.enabled_on(session)):
            self._disable(subscription, ending.status)
        self._sessions.pop(session.id, None)
        self._handovers = {key: old for key, old in self._handovers.items() if old is not session}
        facts = {"session_id": session.id, "code": ending.code, "reason": ending.reason}
        self._rehearsal.events.record("socket_closed", login=self._login(session), **facts)
        for conduit, shard in self.conduits.shards_on(session.id):
            self._disable_shard(conduit.id, shard, ending.status)

    def session(self, session_id: str) -> Session | None:
        return self._sessions.get(session_id)

    def sessions(self) -> list[Session]:
        return list(self._sessions.values())

    def enabled_on(self, session: Session) -> Iterator[Subscription]:
        return (each for each in self._enabled() if each.transport.session_id == session.id)

    def visible_to(self, client_id: str, person_id: str | None) -> list[Subscription]:
        """A person's or an app's subscriptions, also the disabled ones that are still remembered."""
        self._forget_old()
        mine = (each for each in self._subscriptions.values() if each.person_id == person_id)
        return [each for each in mine if each.client_id == client_id]

    def add(self, subscription: Subscription) -> None:
        session = self._sessions.get(subscription.transport.session_id)
        if session is not None:
            session.owner = (subscription.client_id, subscription.person_id or "")
            session.was_used = True
        self._subscriptions[subscription.id] = subscription
        self._tell("subscription_created", subscription)
        if subscription.status == "enabled":
            self._enable(subscription)
        elif subscription.status == PENDING:
            self._verify(subscription)

    def remove(self, subscription: Subscription) -> None:
        self._by_topic.get(subscription.topic, {}).pop(subscription.id, None)
        del self._subscriptions[subscription.id]
        self._tell("subscription_deleted", subscription)

    def publish(self, kind: str, subject: str, event: JsonObject) -> None:
        """Notify every subscription to this type about this subject."""
        listening = self._by_topic.get((kind, subject))
        if listening:
            self._spread(listening.values(), encode(event), is_told=kind not in NOT_TOLD)

    def publish_raw(self, kind: str, subject: str, event: str) -> int:
        """The same with JSON of any shape, for those who want to see what becomes of it."""
        listening = list(self._by_topic.get((kind, subject), {}).values())
        self._spread(listening, event, is_told=True)
        return len(listening)

    def say_raw(self, text: str, person_id: str | None) -> int:
        """A frame of any shape on every socket of a person."""
        told = [session for session in self.sessions() if session.is_of(person_id)]
        for session in told:
            session.say(text)
        return len(told)

    def revoke(self, chosen: Iterable[Subscription], status: str) -> None:
        """End subscriptions with a last word about the reason."""
        for subscription in list(chosen):
            self._disable(subscription, status)
            self._say_revoked(subscription)
            self._tell("subscription_revoked", subscription)

    def revoke_person(self, person_id: str) -> None:
        """The person withdrew: what their token created or what is about them ends."""
        self.revoke((each for each in list(self._enabled()) if each.is_about(person_id)), "authorization_revoked")

    def revoke_where(self, status: str, **condition: str) -> None:
        """Those whose condition names exactly these people end."""
        wanted = condition.items()
        self.revoke((each for each in list(self._enabled()) if wanted <= each.condition.items()), status)

    def drop(self, code: int | None, person_id: str | None = None) -> int:
        """End the sockets of one person, or all; without a code they are cut off."""
        ending = ending_by_desk(code)
        ended = [session for session in self.sessions() if session.is_of(person_id)]
        for session in ended:
            session.say(ending)
        return len(ended)

    def ask_to_reconnect(self, person_id: str | None = None) -> int:
        """Tell sockets to move; who has not moved when the grace ends is closed."""
        staying = [each for each in self.sessions() if each.is_of(person_id) and each.leave_by is None]
        for session in staying:
            reconnect_id = secrets.token_urlsafe(16)
            self._handovers[reconnect_id] = session
            url = f"{self._rehearsal.socket_base_url}/twitch/ws?reconnect_id={reconnect_id}"
            session.say(frames.reconnect(session, self._rehearsal.clock.now(), url))
            session.leave_by = self._rehearsal.clock.after(self._limits.reconnect_grace_seconds)
            session.leaving.set()
        return len(staying)

    def verify_shard(self, conduit_id: str, shard: Shard) -> None:
        """A callback has to answer before it gets its share."""
        challenge = secrets.token_urlsafe(32)
        conduit: JsonObject = {"id": conduit_id, "shard_id": shard.id, "transport": shard.transport.in_frame()}
        body: JsonObject = {"challenge": challenge, "conduit": conduit}

        def settle(was_taken: bool) -> None:
            shard.status = "enabled" if was_taken else VERIFICATION_FAILED

        self._challenge(shard.transport, ("", ""), body, challenge, settle)

    def _spread(self, listening: Iterable[Subscription], event: str, *, is_told: bool) -> None:
        stamp = rfc3339_nanoseconds(self._rehearsal.clock.now())
        for subscription in list(listening):
            notice = Notice(subscription, frames.message_id(), stamp, event)
            self._deliveries.send(notice, self._deliver)
            if is_told:
                self._tell("notification_sent", subscription)

    def _deliver(self, notice: Notice) -> None:
        transport, shard = notice.subscription.transport, None
        if transport.method == "conduit":
            conduit = self.conduits.find(transport.conduit_id)
            shard = conduit.next_shard() if conduit else None
            if shard is None:
                return
            transport = shard.transport
        if transport.method == "webhook":
            self._post(notice, transport, shard)
        elif (session := self._sessions.get(transport.session_id)) is not None:
            session.say(notice.as_frame())

    def _post(self, notice: Notice, transport: Transport, shard: Shard | None) -> None:
        subscription = notice.subscription

        def count(was_taken: bool) -> None:
            if shard is None:
                self._count_failure(subscription, was_taken=was_taken)

        self.courier.send(
            Parcel(
                transport.callback,
                transport.secret,
                "notification",
                subscription.type,
                subscription.version,
                notice.message_id,
                notice.stamp,
                notice.as_body(),
                count,
            )
        )

    def _count_failure(self, subscription: Subscription, *, was_taken: bool) -> None:
        subscription.failures = 0 if was_taken else subscription.failures + 1
        if subscription.failures >= self._limits.webhook_failures and subscription.status == "enabled":
            self.revoke([subscription], FAILURES_EXCEEDED)

    def _verify(self, subscription: Subscription) -> None:
        challenge = secrets.token_urlsafe(32)
        body: JsonObject = {"challenge": challenge, "subscription": subscription.in_frame()}

        def settle(was_taken: bool) -> None:
            if subscription.id not in self._subscriptions:
                return
            if was_taken:
                subscription.change_status("enabled", None)
                self._enable(subscription)
                self._tell("subscription_verified", subscription)
            else:
                self._disable(subscription, VERIFICATION_FAILED)

        self._challenge(subscription.transport, (subscription.type, subscription.version), body, challenge, settle)

    def _challenge(
        self, transport: Transport, named: tuple[str, str], body: JsonObject, challenge: str, settle: Done
    ) -> None:
        kind = "webhook_callback_verification"
        stamp, number = self.courier.stamp(), frames.message_id()
        parcel = Parcel(
            transport.callback, transport.secret, kind, *named, number, stamp, encode(body), settle, challenge
        )
        self.courier.send(parcel)

    def _say_revoked(self, subscription: Subscription) -> None:
        transport, now = subscription.transport, self._rehearsal.clock.now()
        session = self._sessions.get(transport.session_id)
        if session is not None:
            session.say(frames.revocation(subscription, now))
        elif transport.method == "webhook":
            body = encode({"subscription": subscription.in_frame()})
            kind, number = "revocation", frames.message_id()
            parts = (subscription.type, subscription.version, number, self.courier.stamp(), body)
            self.courier.send(Parcel(transport.callback, transport.secret, kind, *parts, done=_ignore))

    def _enabled(self) -> Iterator[Subscription]:
        return (each for each in self._subscriptions.values() if each.status == "enabled")

    def _enable(self, subscription: Subscription) -> None:
        self._by_topic.setdefault(subscription.topic, {})[subscription.id] = subscription

    def _disable(self, subscription: Subscription, status: str) -> None:
        now = self._rehearsal.clock.now()
        subscription.change_status(status, now)
        subscription.transport.disconnected_at = now
        self._by_topic.get(subscription.topic, {}).pop(subscription.id, None)

    def _disable_shard(self, conduit_id: str, shard: Shard, status: str) -> None:
        shard.status, shard.transport.disconnected_at = status, self._rehearsal.clock.now()
        self._rehearsal.events.record("shard_disabled", conduit_id=conduit_id, shard_id=shard.id, status=status)

    def _forget_old(self) -> None:
        oldest = self._rehearsal.clock.now() - timedelta(seconds=self._limits.disabled_kept_seconds)
        self._subscriptions = {
            key: each for key, each in self._subscriptions.items() if _is_remembered(each.disabled_at, oldest)
        }

    def _login(self, session: Session) -> str | None:
        person = self._rehearsal.world.find(person_id=session.owner[1]) if session.owner else None
        return person.login if person else None

    def _tell(self, event: str, subscription: Subscription) -> None:
        person = self._rehearsal.world.find(person_id=subscription.person_id or "")
        self._rehearsal.events.record(
            event,
            login=person.login if person else None,
            subscription_id=subscription.id,
            session_id=subscription.transport.session_id or None,
            type=subscription.type,
            broadcaster_user_id=subscription.condition.get("broadcaster_user_id"),
        )


def _is_remembered(disabled_at: datetime | None, oldest: datetime) -> bool:
    return disabled_at is None or disabled_at > oldest


def _ignore(was_taken: bool) -> None:
    """Nobody waits for this answer."""
