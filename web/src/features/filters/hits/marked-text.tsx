import classes from "./marked-text.module.css";
import { type Span, splitAtSpans } from "./text-spans";

/** A message with the matched spans marked; <bdi> isolates right-to-left text. */
export function MarkedText({ text, spans }: { text: string; spans: readonly Span[] }) {
  return (
    <bdi>
      {splitAtSpans(text, spans).map((piece) =>
        piece.isMarked ? (
          <mark key={piece.start} className={classes["mark"]}>
            {piece.text}
          </mark>
        ) : (
          <span key={piece.start}>{piece.text}</span>
        ),
      )}
    </bdi>
  );
}
