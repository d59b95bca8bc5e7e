import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { Segments } from "../../../ui/buttons/segments";
import type { BacktestHit, BacktestResult } from "../filter-types";
import { HitRow } from "../hits/hit-row";
import { formatCount } from "../number-format";
import classes from "./backtest.module.css";

type HitFilter = "all" | "regulars" | "new";

const PAGE_SIZE = 50;

interface BacktestHitsProps {
  result: BacktestResult;
  /** Whether the user can show only hits that the saved filter would not have; false for a new filter. */
  isCompared: boolean;
}

export function BacktestHits({ result, isCompared }: BacktestHitsProps) {
  const [choice, setChoice] = useState<HitFilter>("all");
  const [limit, setLimit] = useState(PAGE_SIZE);
  const chosen = result.hits.filter((hit) => matchesFilter(hit, choice));
  return (
    <section aria-label="Hits">
      <div className={classes["hitsHead"]}>
        <h3>Hits</h3>
        <span className="badge digits">{formatCount(result.hit_messages)}</span>
        <Segments label="Show" value={choice} options={filterOptions(result, isCompared)} onChange={setChoice} />
      </div>
      <ul className="plain-list">
        {chosen.slice(0, limit).map((hit) => (
          <BacktestHitRow key={`${hit.connection_id}/${hit.message_id}`} hit={hit} />
        ))}
      </ul>
      {chosen.length === 0 && <p className="small muted py-8">No hits.</p>}
      {chosen.length > limit && (
        <Button variant="subtle" size="xs" onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, chosen.length - limit)} more
        </Button>
      )}
    </section>
  );
}

function filterOptions(result: BacktestResult, isCompared: boolean): { value: HitFilter; label: string }[] {
  const regulars = result.hits.filter((hit) => hit.is_regular).length;
  const choices: { value: HitFilter; label: string }[] = [
    { value: "all", label: "All" },
    { value: "regulars", label: `Regulars ${formatCount(regulars)}` },
  ];
  if (isCompared) choices.push({ value: "new", label: `New ${formatCount(result.new_messages)}` });
  return choices;
}

function matchesFilter(hit: BacktestHit, choice: HitFilter): boolean {
  if (choice === "regulars") return hit.is_regular;
  return choice === "all" || hit.is_new;
}

function BacktestHitRow({ hit }: { hit: BacktestHit }) {
  return (
    <HitRow hit={hit} at={hit.sent_at} colour={hit.colour}>
      {hit.is_regular && (
        <div className="row small gap-6 amber mt-2">
          <IconAlertTriangle size={14} aria-hidden="true" />
          Regular: {formatCount(hit.message_count)} messages, never moderated
        </div>
      )}
    </HitRow>
  );
}
