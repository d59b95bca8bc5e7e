import { useParams } from "react-router";
import { isInaccessible } from "../../../api/errors";
import { platformName, usePlatforms } from "../../../api/platforms";
import { formatNumber } from "../../../lib/locale";
import { longDateTime } from "../../../lib/time/dates";
import { EmptyState } from "../../../ui/empty-state";
import { BrandMark } from "../../../ui/page/brand";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PageTitle } from "../../../ui/page/page-title";
import { PlatformIcon } from "../../../ui/platform-icon";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { Tag } from "../../../ui/tag";
import { countLabel, entryLabel, priceLabel, STATE_LABELS, STATE_TONES } from "../giveaway-labels";
import type { PublicDraw, PublicGiveaway } from "../giveaway-types";
import classes from "./public-giveaway.module.css";
import { publicDataPath, usePublicGiveaway } from "./public-giveaway.queries";
import { VerificationPart } from "./verification-part";

/** Public page of a giveaway: how to enter, who won, and whether the draw was fair. */
export function PublicGiveawayPage() {
  const { channelId = "", giveawayId = "" } = useParams();
  const query = usePublicGiveaway(channelId, giveawayId);
  const { data: giveaway, error } = query;
  if (isInaccessible(error)) {
    return (
      <main className={classes["page"]}>
        <PageTitle>Giveaway not found</PageTitle>
        <EmptyState heading="h1" title="Giveaway not found" about="It doesn't exist, or it isn't open yet." />
      </main>
    );
  }
  return (
    <main className={classes["page"]}>
      <PageTitle>{giveaway?.title ?? "Giveaway"}</PageTitle>
      {giveaway ? (
        <GiveawayView channelId={channelId} giveaway={giveaway} />
      ) : error ? (
        <ErrorPanel isBare error={error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows count={6} label="Loading giveaway" />
      )}
      <footer className="row gap-8 fs-small faint mt-auto">
        <BrandMark size={16} />
        Greenroom
      </footer>
    </main>
  );
}

function GiveawayView({ channelId, giveaway }: { channelId: string; giveaway: PublicGiveaway }) {
  const { title, prize, state, draws, entry_count: viewers, ticket_count: tickets } = giveaway;
  const data = publicDataPath(channelId, giveaway.id);
  return (
    <>
      <p className={classes["small"]}>
        <bdi>{giveaway.channel_name}</bdi>'s giveaway
      </p>
      <h1 className="row display gap-8 wrap breaks">
        <bdi>{title}</bdi> <Tag tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Tag>
      </h1>
      {prize !== "" && <p>{prize}</p>}
      <p className={classes["small"]}>
        {countLabel(tickets, "ticket")} from {countLabel(viewers, "viewer")}
        {state === "open" && `. Enter with: ${entryLabel(giveaway)}`}
        {state === "open" && giveaway.ticket_cost > 0 && `. ${priceLabel(giveaway)}`}
        {state === "open" && giveaway.closes_at !== null && `. Closes ${longDateTime(giveaway.closes_at)}`}
      </p>
      {draws.length > 0 && (
        <section aria-label="Draws">
          <h2>Draws</h2>
          <ul className="column plain-list">
            {draws.map((draw) => (
              <DrawRow key={draw.number} draw={draw} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Provably fair">
        <h2>Provably fair</h2>
        <VerificationPart channelId={channelId} giveaway={giveaway} />
        <dl className={classes["proof"]}>
          <Proof label="Commitment" about="Published on opening" value={giveaway.commitment} />
          {giveaway.entries_hash !== "" && (
            <Proof label="Hash of the list" about="Published on closing" value={giveaway.entries_hash} />
          )}
          {giveaway.seed !== null && <Proof label="Seed" about="Published with the draw" value={giveaway.seed} />}
        </dl>
        <p className={classes["small"]}>
          Check it yourself with <a href={data}>giveaway.json</a>
          {giveaway.entries_hash !== "" && (
            <>
              {" "}
              and <a href={`${data}/entries`}>entries.txt</a>
            </>
          )}
          . Each line of the list has position, tickets, platform and name.
        </p>
      </section>
    </>
  );
}

const RESULTS: Record<PublicDraw["status"], string> = {
  waiting: "has to claim the prize",
  claimed: "won",
  missed: "did not claim in time",
  passed_over: "was passed over",
  replaced: "was replaced",
};

function DrawRow({ draw }: { draw: PublicDraw }) {
  const platforms = usePlatforms();
  return (
    <li className={classes["row"]}>
      <span className={classes["small"]}>Draw {draw.number}</span>
      <PlatformIcon provider={draw.provider} size={14} label={platformName(platforms, draw.provider)} />
      <span>
        <bdi className="fw-600">{draw.name}</bdi> {RESULTS[draw.status]}
      </span>
      <span className={classes["small"]}>ticket {formatNumber(draw.ticket)}</span>
    </li>
  );
}

function Proof({ label, about, value }: { label: string; about: string; value: string }) {
  return (
    <div>
      <dt>
        {label} <span className={classes["small"]}>{about}</span>
      </dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
