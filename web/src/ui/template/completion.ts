import type { Variable } from "../../api/variables";

/** A variable whose name is being typed at the caret. */
export interface PartialVariable {
  /** Index of the first letter of the name. */
  start: number;
  end: number;
  query: string;
  closing: ")" | "}";
}

const MAX_SUGGESTIONS = 8;
const OPEN_VARIABLE = /\$([({])\s*([A-Za-z0-9_.:/+-]*)$/;
const REST_OF_NAME = /^[A-Za-z0-9_.:/+-]*/;

/** The variable name being typed at the caret, if any. */
export function partialVariableAt(text: string, caret: number): PartialVariable | null {
  const opening = OPEN_VARIABLE.exec(text.slice(0, caret));
  if (!opening || isEscaped(text, opening.index)) return null;
  const query = opening[2] ?? "";
  const rest = REST_OF_NAME.exec(text.slice(caret))?.[0] ?? "";
  return { start: caret - query.length, end: caret + rest.length, query, closing: opening[1] === "(" ? ")" : "}" };
}

function isEscaped(text: string, dollar: number): boolean {
  const slashes = /\\*$/.exec(text.slice(0, dollar))?.[0].length ?? 0;
  return slashes % 2 === 1;
}

export interface Suggestion {
  variable: Variable;
  /** The inserted name: an alias if the alias was typed. */
  name: string;
}

/** At most eight suggestions: matches at the start of a name first, then matches within a name, then in a summary. */
export function suggestionsFor(variables: readonly Variable[], query: string): Suggestion[] {
  const needle = query.toLowerCase();
  const ranked = variables.flatMap((variable) => {
    const names = [variable.name, ...variable.aliases];
    const prefixed = names.find((name) => name.toLowerCase().startsWith(needle));
    if (prefixed !== undefined) return [{ rank: 0, variable, name: prefixed }];
    const contains = names.find((name) => name.toLowerCase().includes(needle));
    if (contains !== undefined) return [{ rank: 1, variable, name: contains }];
    return variable.summary.toLowerCase().includes(needle) ? [{ rank: 2, variable, name: variable.name }] : [];
  });
  // Shorter names first; without a query the variables keep their order.
  const length = (name: string) => (needle === "" ? 0 : name.length);
  return ranked
    .toSorted((one, other) => one.rank - other.rank || length(one.name) - length(other.name))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ variable, name }) => ({ variable, name }));
}

export interface TextEdit {
  text: string;
  /** Start of the selection after the edit; equal to `to` for a caret. */
  from: number;
  to: number;
}

/** Inserts the name and closes its bracket; the caret goes where typing continues. */
export function applySuggestion(text: string, partial: PartialVariable, { variable, name }: Suggestion): TextEdit {
  const before = text.slice(0, partial.start) + name;
  const rest = text.slice(partial.end);
  const hasMore = /^[\s|)}]/.test(rest) && isClosed(rest, partial.closing);
  if (hasMore) return { text: before + rest, from: before.length, to: before.length };
  const gap = variable.takes === "nothing" ? "" : " ";
  const inside = before.length + gap.length;
  const caret = variable.takes === "nothing" ? inside + 1 : inside;
  return { text: `${before}${gap}${partial.closing}${rest}`, from: caret, to: caret };
}

/**
 * Whether the next closing bracket belongs to this variable and not to a later one. After a space, arguments follow,
 * which may contain variables.
 */
function isClosed(rest: string, closing: string): boolean {
  const end = rest.indexOf(closing);
  const next = rest.search(/\$[({]/);
  return end >= 0 && (next < 0 || end < next || rest.startsWith(" "));
}

/** Replaces a range by a variable and selects the arguments of its example. */
export function insertVariable(text: string, from: number, to: number, variable: Variable): TextEdit {
  const example = variable.takes === "nothing" ? `$(${variable.name})` : exampleOf(variable);
  const before = text.slice(0, from);
  const argumentsStart = /^\$\(\s*[^\s|)]+\s+/.exec(example)?.[0].length;
  const start = before.length + (argumentsStart ?? example.length);
  const end = argumentsStart === undefined ? start : before.length + example.length - 1;
  return { text: before + example + text.slice(to), from: start, to: end };
}

/** The variable in its example, without the sentence around it. */
function exampleOf({ name, example }: Variable): string {
  const start = example.indexOf(`$(${name}`);
  if (start < 0) return `$(${name})`;
  let level = 0;
  for (let at = start + 1; at < example.length; at += 1) {
    if (example[at] === "(") level += 1;
    if (example[at] === ")") level -= 1;
    if (level === 0) return example.slice(start, at + 1);
  }
  return `$(${name})`;
}
