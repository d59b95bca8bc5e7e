import { useMemo } from "react";
import type { TextProblem } from "../../api/variables";
import { markTemplate } from "./problem-marks";
import classes from "./template.module.css";

/** Highlighted text under a transparent textarea; both wrap alike. */
export function TemplateHighlight({ text, problems }: { text: string; problems: readonly TextProblem[] }) {
  const stretches = useMemo(() => markTemplate(text, problems), [text, problems]);
  return (
    <div className={classes["paint"]} aria-hidden="true">
      {stretches.map(({ start, isVariable, pieces }) => (
        <span key={start} className={isVariable ? classes["variable"] : undefined}>
          {pieces.map((piece) => (
            <span key={piece.start} data-kind={piece.kind} data-problem={piece.problem ?? undefined}>
              {piece.text}
            </span>
          ))}
        </span>
      ))}
      {/* A space at the very end opens a line only when something stands behind it. */}
      {"\u200b"}
    </div>
  );
}
