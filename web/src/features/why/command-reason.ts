import type { Considered } from "./why.queries";

/** What the server adds when nothing was said: the answer that would have been. */
const WOULD = "; would have answered ";

export interface CommandReason {
  /** What decided, as a sentence. */
  decided: string;
  /** What was answered, or would have been; empty when nothing is known of it. */
  answer: string;
  isHypothetical: boolean;
}

/** The reason of a command in its two halves: the first condition that failed, and the answer. */
export function commandReason({ verdict, reason }: Pick<Considered, "verdict" | "reason">): CommandReason {
  if (verdict === "acted" && reason.startsWith("answered ")) {
    return { decided: "", answer: reason.slice("answered ".length), isHypothetical: false };
  }
  const at = reason.indexOf(WOULD);
  if (at < 0) return { decided: reason, answer: "", isHypothetical: false };
  return { decided: reason.slice(0, at), answer: reason.slice(at + WOULD.length), isHypothetical: true };
}
