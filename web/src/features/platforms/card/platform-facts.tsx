import type { ReactNode } from "react";
import type { ChannelProvider } from "../../../api/types";
import { clockDuration, longDateTime, relativeAge, secondsBetween } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { Sparkline } from "../../../ui/chart/sparkline";
import { Moment } from "../../../ui/moment";
import { lagLabel, quotaShare, wholeNumber } from "../platform-labels";
import classes from "./platform-facts.module.css";

type Health = ChannelProvider["health"];

/** Live figures of the connection. */
export function PlatformFacts({ provider }: { provider: ChannelProvider }) {
  const { health } = provider;
  return (
    <dl className={classes["facts"]}>
      <Fact name="Viewers">{health.viewers === null ? "–" : wholeNumber(health.viewers)}</Fact>
      <Fact name="Lag (30 min)">
        <Lag health={health} />
      </Fact>
      <Fact name="Last event">
        <LastEvent at={health.last_event_at} />
      </Fact>
      {health.allowance ? (
        <Quota allowance={health.allowance} />
      ) : (
        <Fact name="Uptime">
          <Uptime since={provider.live_since} />
        </Fact>
      )}
    </dl>
  );
}

function Lag({ health }: { health: Health }) {
  if (health.lag_ms === null) return "–";
  const label = lagLabel(health.lag_ms);
  return (
    <span className="row wrap column-gap-10">
      {label}
      <Sparkline values={health.lag_history} label={`Lag over the last 30 minutes, now ${label}`} />
    </span>
  );
}

function LastEvent({ at }: { at: string | null }) {
  const now = useNow();
  if (!at) return "None yet";
  return <Moment at={at}>{relativeAge(at, now)}</Moment>;
}

function Uptime({ since }: { since: string | null }) {
  const now = useNow();
  return since ? <time>{clockDuration(secondsBetween(since, now))}</time> : "Not live";
}

/** Daily API quota; highlighted if the forecast exceeds it or requests are restricted. */
function Quota({ allowance }: { allowance: NonNullable<Health["allowance"]> }) {
  const share = quotaShare(allowance.used, allowance.total);
  const isShort = allowance.restriction !== "" || allowance.forecast > allowance.total;
  const forecast = quotaShare(allowance.forecast, allowance.total);
  return (
    <Fact name="Quota today" needsAttention={isShort}>
      <span title={`${forecast} % by ${longDateTime(allowance.resets_at)} at this pace`}>{share} %</span>
      <QuotaBar share={share} />
    </Fact>
  );
}

function QuotaBar({ share }: { share: number }) {
  return (
    <svg className={classes["quota"]} viewBox="0 0 100 4" preserveAspectRatio="none" role="img">
      <title>{`${share} % of today's quota is used`}</title>
      <rect className={classes["track"]} width="100" height="4" />
      <rect width={Math.min(100, share)} height="4" />
    </svg>
  );
}

interface FactProps {
  name: string;
  needsAttention?: boolean;
  children: ReactNode;
}

function Fact({ name, needsAttention = false, children }: FactProps) {
  return (
    <div className="miw-0">
      <dt className="small muted">{name}</dt>
      <dd className={classes["value"]} data-attention={needsAttention || undefined}>
        {children}
      </dd>
    </div>
  );
}
