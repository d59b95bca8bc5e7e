import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { Segments } from "../../../ui/buttons/segments";
import type { BacktestHit, BacktestResult } from "../filter-types";
import { HitRow } from "../hits/hit-row";
import classes from "./backtest.module.css";
import { formatCount } from "./number-format";

type Choice = "all" | "regulars" | "new";

const PAGE_SIZE = 50;

interface BacktestHitsProps {
  result: BacktestResult;
  /** Only a saved filter has something to be new against. */
  isCompared: boolean;
}

export function BacktestHits({ result, isCompared }: BacktestHitsProps) {
  const [choice, setChoice] = useState<Choice>("all");
  const [most, setMost] = useState(PAGE_SIZE);
  const chosen = result.hits.filter((hit) => isChosen(hit, choice));
  return (
    <section aria-label="Hits">
      <div className={classes["hitsHead"]}>
        <h3>Hits</h3>
        <span className={classes["count"]}>{formatCount(result.hit_messages)}</span>
        <Segments label="Which hits" value={choice} options={choicesOf(result, isCompared)} onChange={setChoice} />
      </div>
      <ul className={classes["hits"]}>
        {chosen.slice(0, most).map((hit) => (
          <BacktestHitRow key={`${hit.connection_id}/${hit.message_id}`} hit={hit} />
        ))}
      </ul>
      {chosen.length === 0 && <p className={classes["note"]}>None of these.</p>}
      {chosen.length > most && (
        <Button variant="subtle" size="xs" onClick={() => setMost(most + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, chosen.length - most)} more
        </Button>
      )}
    </section>
  );
}

function choicesOf(result: BacktestResult, isCompared: boolean): { value: Choice; label: string }[] {
  const regulars = result.hits.filter((hit) => hit.is_regular).length;
  const choices: { value: Choice; label: string }[] = [
    { value: "all", label: "All" },
    { value: "regulars", label: `Regulars ${formatCount(regulars)}` },
  ];
  if (isCompared) choices.push({ value: "new", label: `New with this change ${formatCount(result.new_messages)}` });
  return choices;
}

function isChosen(hit: BacktestHit, choice: Choice): boolean {
  if (choice === "regulars") return hit.is_regular;
  return choice === "all" || hit.is_new;
}

function BacktestHitRow({ hit }: { hit: BacktestHit }) {
  return (
    <HitRow hit={hit} at={hit.sent_at} colour={hit.colour}>
      {hit.is_regular && (
        <div className={classes["regular"]}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          Regular: {formatCount(hit.message_count)} messages, never moderated
        </div>
      )}
    </HitRow>
  );
}
