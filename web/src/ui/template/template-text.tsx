import { useMemo } from "react";
import { markTemplate } from "./problem-marks";
import classes from "./template.module.css";

/** Read-only text with highlighted variables. */
export function TemplateText({ text }: { text: string }) {
  const spans = useMemo(() => markTemplate(text, []), [text]);
  return (
    <bdi className={classes["read"]}>
      {spans.map(({ start, isVariable, pieces }) => (
        <span key={start} className={isVariable ? classes["variable"] : undefined}>
          {pieces.map((piece) => (
            <span key={piece.start} data-kind={piece.kind}>
              {piece.text}
            </span>
          ))}
        </span>
      ))}
    </bdi>
  );
}
