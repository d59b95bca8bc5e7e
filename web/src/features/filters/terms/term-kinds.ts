import type { Term } from "../filter-types";

export const KIND_HELP: Record<Term["kind"], string> = {
  phrase: "Found as whole words, also when they are disguised.",
  wildcard: "* stands for any letters: free*skins.",
  regex: "An expression of RE2: capitals make no difference.",
};

export const KINDS: { value: Term["kind"]; label: string }[] = [
  { value: "phrase", label: "Phrase" },
  { value: "wildcard", label: "Wildcard" },
  { value: "regex", label: "Expression" },
];

export function kindOf(value: string): Term["kind"] {
  return KINDS.find((kind) => kind.value === value)?.value ?? "phrase";
}
