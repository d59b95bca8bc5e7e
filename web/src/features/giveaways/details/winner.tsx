import { IconClock } from "@tabler/icons-react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { longDateTime } from "../../../lib/time/dates";
import { exactDuration } from "../../../lib/time/durations";
import { useNow } from "../../../lib/time/use-now";
import { Avatar } from "../../../ui/avatar";
import { levelLabel } from "../../../ui/chat/role-labels";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import { chanceLabel, countdownLabel, DRAW_LABELS, formatCount } from "../giveaway-labels";
import type { Draw, GiveawayDetails } from "../giveaway-types";
import classes from "./giveaway.module.css";
import { WinnerChat } from "./winner-chat";

interface WinnerProps {
  channelId: string;
  giveaway: GiveawayDetails;
  draw: Draw;
}

export function Winner({ channelId, giveaway, draw }: WinnerProps) {
  const platforms = usePlatforms();
  const facts: readonly (readonly [string, string])[] = [
    ["Tickets", `${formatCount(draw.tickets)} of ${formatCount(giveaway.ticket_count)}`],
    ["Chance", chanceLabel(draw.tickets, giveaway.ticket_count)],
    ["Ticket", formatCount(draw.ticket)],
    ["Draw", String(draw.number)],
  ];
  return (
    <>
      <div className={classes["winner"]}>
        <Avatar name={draw.name} size={64} />
        <div className="column gap-4">
          <p className="row figure gap-8 wrap breaks fw-600">
            <bdi>{draw.name}</bdi>
            {draw.status !== "waiting" && (
              <Tag tone={draw.status === "claimed" ? "ok" : "plain"}>{DRAW_LABELS[draw.status]}</Tag>
            )}
            {draw.is_banned && <Tag tone="danger">Banned</Tag>}
          </p>
          <p className="row small gap-6 muted digits">
            <PlatformIcon provider={draw.provider} size={14} />
            {[platformName(platforms, draw.provider), draw.level > 0 ? levelLabel(draw.level) : null]
              .filter(Boolean)
              .join(", ")}
          </p>
          <p className={classes["small"]}>
            {draw.status === "waiting"
              ? "Any line in chat claims the prize. At 0:00 the next name is drawn."
              : `Drawn ${longDateTime(draw.drawn_at)}`}
            {draw.reason !== "" && ` ${draw.reason}.`}
          </p>
        </div>
        {draw.claim_until !== null && <ClaimRing draw={draw} until={draw.claim_until} />}
      </div>
      <dl className={classes["figures"]}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <WinnerChat channelId={channelId} draw={draw} />
      {draw.status === "waiting" && (
        <p className="row medium gap-8 pb-12 px-20">
          <IconClock size={16} aria-hidden="true" />
          <span>
            Waiting for a line from <bdi>{draw.name}</bdi>.
          </span>
        </p>
      )}
    </>
  );
}

const RADIUS = 46;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

function ClaimRing({ draw, until }: { draw: Draw; until: string }) {
  const now = useNow();
  const whole = Date.parse(until) - Date.parse(draw.drawn_at);
  const left = Math.max(0, Date.parse(until) - now);
  const seconds = Math.ceil(left / 1000);
  return (
    <div className={classes["ring"]} role="timer" aria-label={`${exactDuration(seconds)} to claim`}>
      <svg viewBox="0 0 104 104" aria-hidden="true">
        <circle cx="52" cy="52" r={RADIUS} />
        <circle
          className={classes["ringLeft"]}
          cx="52"
          cy="52"
          r={RADIUS}
          strokeDasharray={`${(CIRCUMFERENCE * left) / whole} ${CIRCUMFERENCE}`}
        />
      </svg>
      <span className={classes["ringText"]} aria-hidden="true">
        <strong>{countdownLabel(seconds)}</strong>
        to claim
      </span>
    </div>
  );
}
