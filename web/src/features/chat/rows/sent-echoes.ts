import { type LinePart, lineKey, type Receipt, type Removal, type SentMessage } from "../../../api/chat";
import type { LineRow, SentRow } from "../store/chat-window";

/** The deleted parts of a sent message on one platform; a part that was restored only here still counts. */
export interface CopyRemoval {
  readonly removal: Removal;
  readonly count: number;
  readonly parts: number;
}

/** A message sent from here, with its echoes: the lines that platforms sent back for it. */
export interface VisibleSent extends SentRow {
  /** The echoes in the order of the receipts. */
  readonly echoes: readonly LineRow[];
  /** Parsed parts with emotes and links, from an echo; null until there is one. */
  readonly parts: readonly LinePart[] | null;
  /** The deleted parts by connection. */
  readonly copyRemovals: ReadonlyMap<string, CopyRemoval>;
  /** Whether the message is deleted on every platform. */
  readonly isRemoved: boolean;
}

export type VisibleRow = LineRow | VisibleSent;

// Memoised: a row rerenders when its object changes.
const cache = new WeakMap<SentRow, VisibleSent>();

export function withEchoes(row: SentRow, lines: ReadonlyMap<string, LineRow>): VisibleSent {
  const { sent } = row;
  const echoes = sent.receipts.flatMap((receipt) => copiesOf(receipt, lines));
  const before = cache.get(row);
  if (before && isSame(before.echoes, echoes)) return before;
  const copyRemovals = copyRemovalsOf(sent, lines);
  const merged = { ...row, echoes, parts: partsOf(sent, lines), copyRemovals, isRemoved: isRemoved(sent, lines) };
  cache.set(row, merged);
  return merged;
}

/** Whether this row shows the line, itself or as an echo. */
export function showsLine(row: VisibleRow, key: string): boolean {
  return row.key === key || (row.kind === "sent" && row.echoes.some((echo) => echo.key === key));
}

function copiesOf({ connection_id, message_ids }: Receipt, lines: ReadonlyMap<string, LineRow>): LineRow[] {
  return message_ids.flatMap((message_id) => lines.get(lineKey({ connection_id, message_id })) ?? []);
}

function isSame(rows: readonly LineRow[], others: readonly LineRow[]): boolean {
  return rows.length === others.length && rows.every((row, index) => row === others[index]);
}

function copyRemovalsOf({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): Map<string, CopyRemoval> {
  const copyRemovals = new Map<string, CopyRemoval>();
  for (const receipt of receipts) {
    const removals = copiesOf(receipt, lines).flatMap(
      ({ removal, formerRemoval }) => removal ?? removedOnPlatform(formerRemoval) ?? [],
    );
    const [removal] = removals;
    const parts = receipt.message_ids.length;
    if (removal) copyRemovals.set(receipt.connection_id, { removal, count: removals.length, parts });
  }
  return copyRemovals;
}

function removedOnPlatform(former: Removal | null): Removal | null {
  return former?.is_here_only ? null : former;
}

/** False while a platform may still show the message. */
function isRemoved({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): boolean {
  const isStillShown = (receipt: Receipt) =>
    receipt.message_ids.length > copiesOf(receipt, lines).filter(({ removal }) => removal).length;
  return (
    receipts.some(({ message_ids }) => message_ids.length > 0) &&
    !receipts.some((receipt) => receipt.state === "pending" || isStillShown(receipt))
  );
}

export function isComplete(copyRemoval: CopyRemoval | undefined): boolean {
  return copyRemoval !== undefined && copyRemoval.count === copyRemoval.parts;
}

/** The parts of the first echo that shows the whole message, else of an echo that was deleted. */
function partsOf({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): readonly LinePart[] | null {
  const whole = receipts.flatMap((receipt) => {
    const copies = copiesOf(receipt, lines);
    const isAll = receipt.state === "sent" && copies.length > 0 && copies.length === receipt.message_ids.length;
    return isAll && copies.every(({ line }) => line.parts.length > 0) ? [copies] : [];
  });
  const best = whole.find((copies) => copies.every(({ removal }) => removal === null)) ?? whole[0];
  return best ? joinParts(best) : null;
}

/** Long texts are split between words, so a space joins their parts. */
function joinParts(copies: readonly LineRow[]): readonly LinePart[] {
  const [only] = copies;
  if (copies.length === 1 && only) return only.line.parts;
  return copies.flatMap(({ line }, index) => (index ? [SPACE, ...line.parts] : line.parts));
}

const SPACE: LinePart = { kind: "text", text: " " };
