import { platformName, usePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import { DRAW_LABELS, formatCount, isWinner } from "../giveaway-labels";
import type { Draw } from "../giveaway-types";
import classes from "./giveaway.module.css";

/** Draws without a winner, newest first; leaves out the draw that the panel shows. */
export function EarlierDraws({ draws, shownId }: { draws: readonly Draw[]; shownId: string }) {
  const platforms = usePlatforms();
  const earlier = draws.filter((draw) => !isWinner(draw) && draw.id !== shownId).toReversed();
  if (earlier.length === 0) return null;
  return (
    <section className={classes["earlier"]} aria-label="Earlier draws">
      <h3>Earlier draws</h3>
      <ul className={classes["rows"]}>
        {earlier.map(({ id, number: draw, provider, name, status, reason, ticket }) => (
          <li key={id} className={classes["earlierDraw"]}>
            <span className={classes["small"]}>Draw {draw}</span>
            <PlatformIcon provider={provider} size={14} label={platformName(platforms, provider)} />
            <bdi>{name}</bdi>
            <span className={classes["small"]}>{[DRAW_LABELS[status], reason].filter(Boolean).join(": ")}</span>
            <span className={classes["ticket"]}>ticket {formatCount(ticket)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
