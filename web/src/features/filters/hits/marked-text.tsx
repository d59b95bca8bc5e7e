import classes from "./marked-text.module.css";
import { type Span, splitAtSpans } from "./text-spans";

/** What somebody said, with what was caught marked; a word in another direction stays inside its own line. */
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
