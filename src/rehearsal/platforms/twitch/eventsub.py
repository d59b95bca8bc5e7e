"""Who listens to what: the sockets that are open and the subscriptions that stand."""

import secrets
from collections.abc import Iterator
from datetime import timedelta

from rehearsal.platforms.twitch import frames
from rehearsal.platforms.twitch.frames import JsonObject, Subscription
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.platforms.twitch.sessions import Ending, Session, ending_by_desk
from rehearsal.stage import Stage


class EventSub:
    """All sockets and subscriptions of one rehearsal."""

    def __init__(self, stage: Stage, limits: Limits) -> None:
        self._stage = stage
        self._limits = limits
        self._sessions: dict[str, Session] = {}
        self._subscriptions: dict[str, Subscription] = {}
        self._handovers: dict[str, Session] = {}
        self.sends_keepalives = True
        self.repeats_notifications = False

    def open(self, keepalive_seconds: int) -> Session:
        now = self._stage.clock.now()
        session = Session(f"AgoQ{secrets.token_urlsafe(20)}", now, keepalive_seconds, now)
        self._sessions[session.id] = session
        self._send(session, frames.welcome(session, now))
        return session

    def adopt(self, reconnect_id: str) -> Session | None:
        """The socket that takes over from another; its subscriptions move along. Each address works once."""
        old = self._handovers.pop(reconnect_id, None)
        if old is None or old.id not in self._sessions:
            return None
        new = self.open(old.keepalive_seconds)
        new.owner, new.was_used = old.owner, True
        for subscription in self.enabled_on(old):
            subscription.session_id, subscription.connected_at = new.id, new.connected_at
        self._stage.happenings.tell("socket_handed_over", session_id=new.id, old_session_id=old.id)
        return new

    def close(self, session: Session, ending: Ending) -> None:
        """The socket is gone: what it carried is disabled and stays visible for a while."""
        for subscription in list(self.enabled_on(session)):
            self._disable(subscription, ending.status)
        self._sessions.pop(session.id, None)
        self._handovers = {key: old for key, old in self._handovers.items() if old is not session}
        facts = {"session_id": session.id, "code": ending.code, "reason": ending.reason}
        self._stage.happenings.tell("socket_closed", login=self._login(session), **facts)

    def session(self, session_id: str) -> Session | None:
        return self._sessions.get(session_id)

    def sessions(self) -> list[Session]:
        return list(self._sessions.values())

    def enabled_on(self, session: Session) -> Iterator[Subscription]:
        return (each for each in self._enabled() if each.session_id == session.id)

    def visible_to(self, client_id: str, person_id: str) -> list[Subscription]:
        """A person's subscriptions, also the disabled ones that are still remembered."""
        self._forget_old()
        mine = (each for each in self._subscriptions.values() if each.person_id == person_id)
        return [each for each in mine if each.client_id == client_id]

    def add(self, subscription: Subscription, session: Session) -> None:
        session.owner = (subscription.client_id, subscription.person_id)
        session.was_used = True
        self._subscriptions[subscription.id] = subscription
        self._tell("subscription_created", subscription)

    def remove(self, subscription: Subscription) -> None:
        del self._subscriptions[subscription.id]
        self._tell("subscription_deleted", subscription)

    def publish(self, kind: str, person_id: str, event: JsonObject) -> None:
        """Notify every socket that subscribed to this about this person."""
        for subscription in list(self._enabled()):
            if subscription.type == kind and subscription.condition.get("broadcaster_user_id") == person_id:
                self._notify(subscription, event)

    def revoke(self, person_id: str) -> None:
        """The person withdrew: what their token created or what is about them ends with a revocation frame."""
        for subscription in list(self._enabled()):
            if person_id in {subscription.person_id, *subscription.condition.values()}:
                self._disable(subscription, "authorization_revoked")
                session = self._sessions[subscription.session_id]
                self._send(session, frames.revocation(subscription, self._stage.clock.now()))
                self._tell("subscription_revoked", subscription)

    def drop(self, code: int | None, person_id: str | None = None) -> int:
        """End the sockets of one person, or all; without a code they are cut off."""
        ending = ending_by_desk(code)
        ended = [session for session in self.sessions() if session.is_of(person_id)]
        for session in ended:
            session.outbox.put_nowait(ending)
        return len(ended)

    def ask_to_reconnect(self, person_id: str | None = None) -> int:
        """Tell sockets to move; who has not moved when the grace ends is closed."""
        staying = [each for each in self.sessions() if each.is_of(person_id) and each.leave_by is None]
        for session in staying:
            reconnect_id = secrets.token_urlsafe(16)
            self._handovers[reconnect_id] = session
            url = f"{self._stage.socket_base_url}/twitch/ws?reconnect_id={reconnect_id}"
            self._send(session, frames.reconnect(session, self._stage.clock.now(), url))
            session.leave_by = self._stage.clock.after(self._limits.reconnect_grace_seconds)
            session.leaving.set()
        return len(staying)

    def _notify(self, subscription: Subscription, event: JsonObject) -> None:
        session = self._sessions[subscription.session_id]
        frame = frames.notification(subscription, self._stage.clock.now(), event)
        for _ in range(2 if self.repeats_notifications else 1):
            self._send(session, frame)
        self._tell("notification_sent", subscription)

    def _send(self, session: Session, frame: str) -> None:
        session.outbox.put_nowait(frame)

    def _enabled(self) -> Iterator[Subscription]:
        return (each for each in self._subscriptions.values() if each.status == "enabled")

    def _disable(self, subscription: Subscription, status: str) -> None:
        subscription.status = status
        subscription.disabled_at = self._stage.clock.now()

    def _forget_old(self) -> None:
        oldest = self._stage.clock.now() - timedelta(seconds=self._limits.disabled_kept_seconds)
        self._subscriptions = {
            key: each
            for key, each in self._subscriptions.items()
            if each.disabled_at is None or each.disabled_at > oldest
        }

    def _login(self, session: Session) -> str | None:
        person = self._stage.world.find(person_id=session.owner[1]) if session.owner else None
        return person.login if person else None

    def _tell(self, event: str, subscription: Subscription) -> None:
        person = self._stage.world.find(person_id=subscription.person_id)
        self._stage.happenings.tell(
            event,
            login=person.login if person else None,
            subscription_id=subscription.id,
            session_id=subscription.session_id,
            type=subscription.type,
            broadcaster_user_id=subscription.condition.get("broadcaster_user_id"),
        )
