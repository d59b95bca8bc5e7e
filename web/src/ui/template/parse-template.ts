/** A highlighted piece of a template; positions are UTF-16 indices. */
export interface TemplatePiece {
  start: number;
  text: string;
  kind: "text" | "variable" | "argument";
}

/** Plain text, or a whole variable with its contents. */
export interface TemplateSpan {
  start: number;
  isVariable: boolean;
  pieces: TemplatePiece[];
}

type Kind = TemplatePiece["kind"];

// The server parses the same grammar and reports problems; here the text is only highlighted, so what cannot be parsed
// is plain text.
const MAX_DEPTH = 10;
const MAX_PARSES = 20;
const NAME = { ")": /\s*[A-Za-z0-9_.:/+-]+(?=[\s|)]|$)/y, "}": /\s*[A-Za-z0-9_.:/+-]+(?=[\s|}]|$)/y };
const ESCAPED = /\\[\\$"'|(){}]/y;
const CLOSING_QUOTE = { '"': /"(?=[\s|)}])/g, "'": /'(?=[\s|)}])/g };

class UnclosedError extends Error {
  constructor(readonly starts: readonly number[]) {
    super("unclosed bracket or quote");
  }
}

/** The text as spans, in order and without gaps. */
export function parseTemplate(text: string): TemplateSpan[] {
  const plain = new Set<number>();
  for (let attempt = 0; attempt < MAX_PARSES; attempt += 1) {
    const parser = new Parser(text, plain);
    try {
      parser.parse();
      return spansOf(text, parser.kinds, parser.variables);
    } catch (error) {
      if (!(error instanceof UnclosedError)) throw error;
      for (const start of error.starts) plain.add(start);
    }
  }
  return spansOf(text, [], []);
}

interface ParsedVariable {
  start: number;
  argumentsStart: number;
  bar: number | null;
  end: number;
}

/** One parse; `plain` are the indices of "$" and quotes that an earlier parse found to be plain text. */
class Parser {
  /** Kind of each character; plain text by default. */
  readonly kinds: Kind[] = [];
  /** Top-level variables. */
  readonly variables: { start: number; end: number }[] = [];
  private readonly open: { character: string; start: number }[] = [];
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly plain: ReadonlySet<number>,
  ) {}

  parse(): void {
    let at = 0;
    while (at < this.text.length) {
      const escaped = /\\+(?=\$[({])/y;
      escaped.lastIndex = at;
      const slashes = escaped.exec(this.text)?.[0].length ?? 0;
      // The last of an odd number of backslashes escapes the "$" after it.
      if (slashes > 0) at += slashes + (slashes % 2);
      else at = this.variableEndAt(at) ?? at + 1;
    }
  }

  /** Index after the variable that starts here; null if none does. */
  private variableEndAt(start: number): number | null {
    const closing = closingOf(this.text, start);
    if (!closing || this.plain.has(start) || this.depth === MAX_DEPTH) return null;
    const name = matchAt(NAME[closing], this.text, start + 2);
    if (name === null) return null;
    this.open.push({ character: "$", start });
    this.depth += 1;
    const argumentsStart = start + 2 + name.length;
    const { bar, end } = this.contentsEnd(argumentsStart, closing);
    this.depth -= 1;
    this.open.pop();
    this.setKinds({ start, argumentsStart, bar, end });
    if (this.open.length === 0) this.variables.push({ start, end });
    return end;
  }

  /** Index after the closing bracket of the variable, and index of the bar before its fallback. */
  private contentsEnd(from: number, closing: ")" | "}"): { bar: number | null; end: number } {
    const opening = closing === ")" ? "(" : "{";
    let level = 0;
    let bar: number | null = null;
    let at = from;
    while (at < this.text.length) {
      const character = this.text[at];
      if (character === closing && level === 0) return { bar, end: at + 1 };
      if (character === "|" && level === 0) bar ??= at;
      const next = this.specialEnd(at);
      if (next === null && character === opening) level += 1;
      if (next === null && character === closing) level -= 1;
      at = next ?? at + 1;
    }
    throw this.unclosed();
  }

  /** Index after the escape, variable or quoted text that starts here; null if none does. */
  private specialEnd(at: number): number | null {
    if (matchAt(ESCAPED, this.text, at) !== null) return at + 2;
    return this.variableEndAt(at) ?? this.quotedEnd(at);
  }

  private quotedEnd(start: number): number | null {
    const mark = this.text[start];
    if ((mark !== '"' && mark !== "'") || this.plain.has(start) || !/[\s|]/.test(this.text[start - 1] ?? ""))
      return null;
    const closing = CLOSING_QUOTE[mark];
    closing.lastIndex = start + 1;
    if (!closing.test(this.text)) return null;
    this.open.push({ character: mark, start });
    let at = start + 1;
    while (at < this.text.length) {
      if (this.text[at] === mark && /^[\s|)}]/.test(this.text.slice(at + 1, at + 2))) {
        this.open.pop();
        return at + 1;
      }
      at = matchAt(ESCAPED, this.text, at) === null ? (this.variableEndAt(at) ?? at + 1) : at + 2;
    }
    throw this.unclosed();
  }

  /** The error for what is unclosed: for the next parse the last open quote, or else every open "$", is plain text. */
  private unclosed(): UnclosedError {
    const quote = this.open.findLast(({ character }) => character !== "$");
    return new UnclosedError(quote ? [quote.start] : this.open.map(({ start }) => start));
  }

  /** Sets the kind of each character, except in nested variables, whose characters have their kinds already. */
  private setKinds({ start, argumentsStart, bar, end }: ParsedVariable): void {
    for (let at = start; at < end; at += 1) {
      const isArgument = at >= argumentsStart && at < end - 1 && at !== bar;
      this.kinds[at] ??= isArgument ? "argument" : "variable";
    }
  }
}

function closingOf(text: string, start: number): ")" | "}" | null {
  if (text[start] !== "$") return null;
  if (text[start + 1] === "(") return ")";
  return text[start + 1] === "{" ? "}" : null;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function spansOf(
  text: string,
  kinds: readonly (Kind | undefined)[],
  variables: readonly { start: number; end: number }[],
): TemplateSpan[] {
  const spans: TemplateSpan[] = [];
  let at = 0;
  const addSpan = (end: number, isVariable: boolean) => {
    if (end > at) spans.push({ start: at, isVariable, pieces: piecesOf(text, kinds, at, end) });
    at = end;
  };
  for (const { start, end } of variables) {
    addSpan(start, false);
    addSpan(end, true);
  }
  addSpan(text.length, false);
  return spans;
}

function piecesOf(text: string, kinds: readonly (Kind | undefined)[], start: number, end: number): TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  for (let at = start; at < end; at += 1) {
    const kind = kinds[at] ?? "text";
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text[at];
    else pieces.push({ start: at, text: text[at] ?? "", kind });
  }
  return pieces;
}
