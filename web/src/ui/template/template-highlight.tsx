import { useMemo } from "react";
import type { TextProblem } from "../../api/variables";
import { markTemplate } from "./problem-marks";
import classes from "./template.module.css";

/** Highlighted text under a transparent textarea; both wrap alike. */
export function TemplateHighlight({ text, problems }: { text: string; problems: readonly TextProblem[] }) {
  const spans = useMemo(() => markTemplate(text, problems), [text, problems]);
  return (
    <div className={classes["highlight"]} aria-hidden="true">
      {spans.map(({ start, isVariable, pieces }) => (
        <span key={start} className={isVariable ? classes["variable"] : undefined}>
          {pieces.map((piece) => (
            <span key={piece.start} data-kind={piece.kind} data-problem={piece.problem ?? undefined}>
              {piece.text}
            </span>
          ))}
        </span>
      ))}
      {/* A trailing space only wraps to a new line if a character follows it. */}
      {"\u200b"}
    </div>
  );
}
