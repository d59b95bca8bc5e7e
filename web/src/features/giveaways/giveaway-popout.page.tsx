import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { useNow } from "../../lib/time/use-now";
import { LiveBanner } from "../../live/live-banner";
import { PageTitle } from "../../ui/page/page-title";
import { ScreenError } from "../../ui/page/screen-error";
import { ScreenSkeleton } from "../../ui/page/screen-skeleton";
import { PlatformIcon } from "../../ui/platform-icon";
import { countdownLabel, countLabel, entryLabel, isWinner, priceLabel, STATE_LABELS } from "./giveaway-labels";
import classes from "./giveaway-popout.module.css";
import type { Draw, GiveawayDetails } from "./giveaway-types";
import { useGiveawaysLive } from "./giveaways.live";
import { giveawayQuery } from "./giveaways.queries";

/** A giveaway alone in a window, large enough to be seen on stream. */
export function GiveawayPopoutPage() {
  const { channelId = "", giveawayId = "" } = useParams();
  useGiveawaysLive(channelId);
  const { data: giveaway, error, isFetching } = useQuery(giveawayQuery(channelId, giveawayId));
  if (isInaccessible(error) && !isFetching) throw new ScreenError(404, "Giveaway not found");
  return (
    <>
      <PageTitle>{giveaway?.title ?? "Giveaway"}</PageTitle>
      <main className={classes["popout"]}>
        <LiveBanner />
        {giveaway ? <GiveawayView giveaway={giveaway} /> : <ScreenSkeleton />}
      </main>
    </>
  );
}

function GiveawayView({ giveaway }: { giveaway: GiveawayDetails }) {
  const { title, state, entry, entry_count: viewers, ticket_count: tickets, ticket_cost: cost = 0 } = giveaway;
  const winners = giveaway.draws.filter(isWinner);
  return (
    <>
      <p className="muted">Giveaway · {STATE_LABELS[state]}</p>
      <h1 className={classes["title"]}>
        <bdi>{giveaway.prize || title}</bdi>
      </h1>
      {winners.length > 0 ? (
        <ul className={classes["winners"]} aria-label="Winners">
          {winners.map((draw) => (
            <WinnerLine key={draw.id} draw={draw} />
          ))}
        </ul>
      ) : (
        <>
          {state === "open" && (
            <p className={classes["how"]}>
              {entry === "keyword" ? (
                <>
                  Write <strong>{entryLabel(giveaway)}</strong>
                </>
              ) : (
                entryLabel(giveaway)
              )}
            </p>
          )}
          {state === "open" && cost > 0 && <p className="muted">{priceLabel(giveaway)}</p>}
          <p className={classes["count"]}>{countLabel(viewers, "viewer")}</p>
          {tickets !== viewers && <p className="muted">{countLabel(tickets, "ticket")}</p>}
        </>
      )}
    </>
  );
}

function WinnerLine({ draw }: { draw: Draw }) {
  const { provider, name, claim_until: until } = draw;
  return (
    <li>
      <PlatformIcon provider={provider} size={24} /> <bdi>{name}</bdi>
      {until !== null && <TimeLeft until={until} />}
    </li>
  );
}

function TimeLeft({ until }: { until: string }) {
  const now = useNow();
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  return <span className="digits nowrap mint">{countdownLabel(seconds)}</span>;
}
