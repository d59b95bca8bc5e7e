import type { Term } from "../filter-types";

export const KIND_HELP: Record<Term["kind"], string> = {
  phrase: "Matches whole words, even when disguised",
  wildcard: "* matches any characters: free*skins",
  regex: "RE2 syntax, not case-sensitive",
};

export const KINDS: { value: Term["kind"]; label: string }[] = [
  { value: "phrase", label: "Phrase" },
  { value: "wildcard", label: "Wildcard" },
  { value: "regex", label: "Regex" },
];

export function kindOf(value: string): Term["kind"] {
  return KINDS.find((kind) => kind.value === value)?.value ?? "phrase";
}
