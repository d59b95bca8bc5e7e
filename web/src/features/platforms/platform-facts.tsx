import type { ReactNode } from "react";
import type { ChannelProvider } from "../../api/types";
import { clockDuration, longDateTime, relativeAge, secondsBetween } from "../../lib/dates";
import { useNow } from "../../lib/use-now";
import classes from "./platform-facts.module.css";
import { connectionWord } from "./platform-words";

/** How the connection is now; the numbers move by themselves. */
export function PlatformFacts({ provider }: { provider: ChannelProvider }) {
  const now = useNow();
  const { connection, last_event_at: lastEventAt, live_since: liveSince } = provider;
  const isInTrouble = connection.state === "failing" || connection.state === "stopped";
  return (
    <dl className={classes["facts"]}>
      <Fact name="Connection" isAttention={isInTrouble}>
        {connectionWord(connection)}
      </Fact>
      <Fact name="Last event">
        {lastEventAt ? (
          <time dateTime={lastEventAt} title={longDateTime(lastEventAt)}>
            {relativeAge(lastEventAt, now)}
          </time>
        ) : (
          "None yet"
        )}
      </Fact>
      <Fact name="Uptime">{liveSince ? <time>{clockDuration(secondsBetween(liveSince, now))}</time> : "Not live"}</Fact>
    </dl>
  );
}

interface FactProps {
  name: string;
  isAttention?: boolean;
  children: ReactNode;
}

function Fact({ name, isAttention = false, children }: FactProps) {
  return (
    <div className={classes["fact"]}>
      <dt className={classes["name"]}>{name}</dt>
      <dd className={classes["value"]} data-attention={isAttention || undefined}>
        {children}
      </dd>
    </div>
  );
}
