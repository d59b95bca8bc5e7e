import type { ConsideredRule } from "./why.queries";

/** Stands between the failed condition and the response that would have been sent. */
const HYPOTHETICAL = "; would have responded ";

export interface CommandReason {
  condition: string;
  /** The response that was or would have been sent; empty if unknown. */
  response: string;
  isHypothetical: boolean;
}

/** Splits the server's reason into the first failed condition and the response. */
export function commandReason({ verdict, reason }: Pick<ConsideredRule, "verdict" | "reason">): CommandReason {
  if (verdict === "acted" && reason.startsWith("responded ")) {
    return { condition: "", response: reason.slice("responded ".length), isHypothetical: false };
  }
  const at = reason.indexOf(HYPOTHETICAL);
  if (at < 0) return { condition: reason, response: "", isHypothetical: false };
  return { condition: reason.slice(0, at), response: reason.slice(at + HYPOTHETICAL.length), isHypothetical: true };
}
