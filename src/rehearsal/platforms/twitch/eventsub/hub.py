"""Sockets, conduits and subscriptions of EventSub, and the delivery of notifications."""

import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.twitch.eventsub import frames
from rehearsal.platforms.twitch.eventsub.conduits import Conduits, Shard
from rehearsal.platforms.twitch.eventsub.event_tally import count_event
from rehearsal.platforms.twitch.eventsub.frames import Notification
from rehearsal.platforms.twitch.eventsub.sessions import Ending, Session, ending_by_code
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
from rehearsal.platforms.twitch.eventsub.webhooks import CallbackRequest, OnResult, WebhookSender
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.state import RehearsalState

# Event types that the event log leaves out, because there are thousands of them a second.
NOT_RECORDED = frozenset({"channel.chat.message"})


class EventSub:
    def __init__(self, rehearsal: RehearsalState, limits: Limits, deliveries: Deliveries) -> None:
        self._rehearsal = rehearsal
        self._limits = limits
        self._deliveries = deliveries
        self._sessions: dict[str, Session] = {}
        self._subscriptions: dict[str, Subscription] = {}
        # Enabled subscriptions by topic, for fast delivery.
        self._by_topic: dict[Topic, dict[str, Subscription]] = {}
        self._handovers: dict[str, Session] = {}
        self.webhook_sender = WebhookSender(rehearsal, limits)
        self.conduits = Conduits()
        self.sends_keepalives = True

    def open(self, keepalive_seconds: int) -> Session:
        now = self._rehearsal.clock.now()
        name = f"AgoQ{secrets.token_urlsafe(20)}"
        session = Session(name, now, keepalive_seconds, now, self._limits.outbox_frames)
        self._sessions[session.id] = session
        session.enqueue(frames.welcome(session, now))
        return session

    def reconnect(self, reconnect_id: str) -> Session | None:
        """Opens a session for a reconnect URL and moves the subscriptions to it; each URL works once."""
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
        """Disables the subscriptions and shards of a closed socket; the subscriptions stay listed for a while."""
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
        """The client's subscriptions that tokens of this account (None: app tokens) created, also recently disabled."""
        self._remove_old()
        of_account = (each for each in self._subscriptions.values() if each.person_id == person_id)
        return [each for each in of_account if each.client_id == client_id]

    def add(self, subscription: Subscription) -> None:
        session = self._sessions.get(subscription.transport.session_id)
        if session is not None:
            session.owner = (subscription.client_id, subscription.person_id or "")
            session.was_used = True
        self._subscriptions[subscription.id] = subscription
        self._record("subscription_created", subscription)
        if subscription.status == "enabled":
            self._enable(subscription)
        elif subscription.status == PENDING:
            self._verify(subscription)

    def remove(self, subscription: Subscription) -> None:
        self._by_topic.get(subscription.topic, {}).pop(subscription.id, None)
        del self._subscriptions[subscription.id]
        self._record("subscription_deleted", subscription)

    def publish(self, kind: str, subject: str, event: JsonObject) -> None:
        """Sends the event to all subscriptions of the type `kind` for the channel with the id `subject`."""
        subscriptions = self._by_topic.get((kind, subject))
        if not subscriptions:
            return
        is_sent = self._notify(subscriptions.values(), encode(event), is_recorded=kind not in NOT_RECORDED)
        person = self._rehearsal.world.find(person_id=subject)
        tally = self._rehearsal.tallies.find("twitch", person.login) if person else None
        if is_sent and tally is not None:
            count_event(tally, kind, event)

    def publish_raw(self, kind: str, subject: str, event: str) -> int:
        subscriptions = list(self._by_topic.get((kind, subject), {}).values())
        self._notify(subscriptions, event, is_recorded=True)
        return len(subscriptions)

    def send_raw(self, text: str, person_id: str | None) -> int:
        """Sends any text on the sockets of one account or of all."""
        sessions = [session for session in self.sessions() if session.belongs_to(person_id)]
        for session in sessions:
            session.enqueue(text)
        return len(sessions)

    def revoke(self, subscriptions: Iterable[Subscription], status: str) -> None:
        """Disables subscriptions and sends revocations."""
        for subscription in list(subscriptions):
            self._disable(subscription, status)
            self._send_revocation(subscription)
            self._record("subscription_revoked", subscription)

    def revoke_person(self, person_id: str) -> None:
        """Revokes the subscriptions that an account's token created or that are about the account."""
        self.revoke((each for each in list(self._enabled()) if each.involves(person_id)), "authorization_revoked")

    def revoke_where(self, status: str, **condition: str) -> None:
        """Revokes the subscriptions whose condition has these values."""
        required = condition.items()
        self.revoke((each for each in list(self._enabled()) if required <= each.condition.items()), status)

    def drop(self, code: int | None, person_id: str | None = None) -> int:
        """Closes the sockets of one account or of all; without a code the connections are cut."""
        ending = ending_by_code(code)
        ended = [session for session in self.sessions() if session.belongs_to(person_id)]
        for session in ended:
            session.enqueue(ending)
        return len(ended)

    def request_reconnect(self, person_id: str | None = None) -> int:
        """Sends session_reconnect; a socket that is still open after the grace time is closed."""
        sessions = [each for each in self.sessions() if each.belongs_to(person_id) and each.reconnect_by is None]
        for session in sessions:
            reconnect_id = secrets.token_urlsafe(16)
            self._handovers[reconnect_id] = session
            url = f"{self._rehearsal.socket_base_url}/twitch/ws?reconnect_id={reconnect_id}"
            session.enqueue(frames.reconnect(session, self._rehearsal.clock.now(), url))
            session.reconnect_by = self._rehearsal.clock.after(self._limits.reconnect_grace_seconds)
            session.must_reconnect.set()
        return len(sessions)

    def verify_shard(self, conduit_id: str, shard: Shard) -> None:
        """Sends the challenge to a webhook shard."""
        challenge = secrets.token_urlsafe(32)
        conduit: JsonObject = {"id": conduit_id, "shard_id": shard.id, "transport": shard.transport.frame_body()}
        body: JsonObject = {"challenge": challenge, "conduit": conduit}

        def on_result(was_accepted: bool) -> None:
            shard.status = "enabled" if was_accepted else VERIFICATION_FAILED

        self._challenge(shard.transport, ("", ""), body, challenge, on_result)

    def _notify(self, subscriptions: Iterable[Subscription], event: str, *, is_recorded: bool) -> bool:
        """Sends a notification for each subscription; False if every notification is lost."""
        stamp = rfc3339_nanoseconds(self._rehearsal.clock.now())
        is_sent = False
        for subscription in list(subscriptions):
            notification = Notification(subscription, frames.message_id(), stamp, event)
            is_sent = self._deliveries.send(notification, self._deliver) or is_sent
            if is_recorded:
                self._record("notification_sent", subscription)
        return is_sent

    def _deliver(self, notification: Notification) -> None:
        transport, shard = notification.subscription.transport, None
        if transport.method == "conduit":
            conduit = self.conduits.find(transport.conduit_id)
            shard = conduit.next_shard() if conduit else None
            if shard is None:
                return
            transport = shard.transport
        if transport.method == "webhook":
            self._post(notification, transport, shard)
        elif (session := self._sessions.get(transport.session_id)) is not None:
            session.enqueue(notification.as_frame())

    def _post(self, notification: Notification, transport: Transport, shard: Shard | None) -> None:
        subscription = notification.subscription

        def count(was_accepted: bool) -> None:
            if shard is None:
                self._count_result(subscription, was_accepted=was_accepted)

        self.webhook_sender.send(
            CallbackRequest(
                transport.callback,
                transport.secret,
                "notification",
                subscription.type,
                subscription.version,
                notification.message_id,
                notification.stamp,
                notification.as_body(),
                count,
            )
        )

    def _count_result(self, subscription: Subscription, *, was_accepted: bool) -> None:
        subscription.failures = 0 if was_accepted else subscription.failures + 1
        if subscription.failures >= self._limits.webhook_failures and subscription.status == "enabled":
            self.revoke([subscription], FAILURES_EXCEEDED)

    def _verify(self, subscription: Subscription) -> None:
        challenge = secrets.token_urlsafe(32)
        body: JsonObject = {"challenge": challenge, "subscription": subscription.frame_body()}

        def on_result(was_accepted: bool) -> None:
            if subscription.id not in self._subscriptions:
                return
            if was_accepted:
                subscription.change_status("enabled", None)
                self._enable(subscription)
                self._record("subscription_verified", subscription)
            else:
                self._disable(subscription, VERIFICATION_FAILED)

        self._challenge(subscription.transport, (subscription.type, subscription.version), body, challenge, on_result)

    def _challenge(
        self, transport: Transport, type_version: tuple[str, str], body: JsonObject, challenge: str, on_result: OnResult
    ) -> None:
        kind = "webhook_callback_verification"
        stamp, message_id = self.webhook_sender.stamp(), frames.message_id()
        parts = (message_id, stamp, encode(body), on_result, challenge)
        request = CallbackRequest(transport.callback, transport.secret, kind, *type_version, *parts)
        self.webhook_sender.send(request)

    def _send_revocation(self, subscription: Subscription) -> None:
        transport, now = subscription.transport, self._rehearsal.clock.now()
        session = self._sessions.get(transport.session_id)
        if session is not None:
            session.enqueue(frames.revocation(subscription, now))
        elif transport.method == "webhook":
            body = encode({"subscription": subscription.frame_body()})
            kind, message_id = "revocation", frames.message_id()
            parts = (subscription.type, subscription.version, message_id, self.webhook_sender.stamp(), body)
            self.webhook_sender.send(CallbackRequest(transport.callback, transport.secret, kind, *parts, _ignore))

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

    def _remove_old(self) -> None:
        oldest = self._rehearsal.clock.now() - timedelta(seconds=self._limits.disabled_kept_seconds)
        self._subscriptions = {
            key: each for key, each in self._subscriptions.items() if _is_listed(each.disabled_at, oldest)
        }

    def _login(self, session: Session) -> str | None:
        person = self._rehearsal.world.find(person_id=session.owner[1]) if session.owner else None
        return person.login if person else None

    def _record(self, event: str, subscription: Subscription) -> None:
        person = self._rehearsal.world.find(person_id=subscription.person_id or "")
        self._rehearsal.events.record(
            event,
            login=person.login if person else None,
            subscription_id=subscription.id,
            session_id=subscription.transport.session_id or None,
            type=subscription.type,
            broadcaster_user_id=subscription.condition.get("broadcaster_user_id"),
        )


def _is_listed(disabled_at: datetime | None, oldest: datetime) -> bool:
    return disabled_at is None or disabled_at > oldest


def _ignore(was_accepted: bool) -> None:
    """Ignores the result."""
