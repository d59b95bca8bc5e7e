import { type LinePart, lineKey, type Receipt, type Removal, type SentMessage } from "../../../api/chat";
import type { LineRow, SentRow } from "../store/chat-window";

/** Deletion of a sent message on one platform: of its `parts` there, `count` are deleted, even if shown here again. */
export interface CopyRemoval {
  readonly removal: Removal;
  readonly count: number;
  readonly parts: number;
}

/** A message sent from Greenroom, with its echoes: the lines that platforms sent back for the message. */
export interface VisibleSent extends SentRow {
  /** The echoes in the order of the receipts. */
  readonly echoes: readonly LineRow[];
  /** Parsed parts with emotes and links; null until one platform has sent back the whole message. */
  readonly parts: readonly LinePart[] | null;
  /** The deletions by connection id. */
  readonly copyRemovals: ReadonlyMap<string, CopyRemoval>;
  /** Whether the message is deleted on every platform that got it. */
  readonly isRemoved: boolean;
}

export type VisibleRow = LineRow | VisibleSent;

// Each row keeps its object while it is unchanged, because a row rerenders when its object changes.
const cache = new WeakMap<SentRow, VisibleSent>();

export function withEchoes(row: SentRow, lines: ReadonlyMap<string, LineRow>): VisibleSent {
  const { sent } = row;
  const echoes = sent.receipts.flatMap((receipt) => echoesOfReceipt(receipt, lines));
  const before = cache.get(row);
  if (before && isSame(before.echoes, echoes)) return before;
  const copyRemovals = copyRemovalsOf(sent, lines);
  const merged = { ...row, echoes, parts: partsOf(sent, lines), copyRemovals, isRemoved: isRemoved(sent, lines) };
  cache.set(row, merged);
  return merged;
}

/** Whether the line with this key is the row itself or one of its echoes. */
export function showsLine(row: VisibleRow, key: string): boolean {
  return row.key === key || (row.kind === "sent" && row.echoes.some((echo) => echo.key === key));
}

function echoesOfReceipt({ connection_id, message_ids }: Receipt, lines: ReadonlyMap<string, LineRow>): LineRow[] {
  return message_ids.flatMap((message_id) => lines.get(lineKey({ connection_id, message_id })) ?? []);
}

function isSame(rows: readonly LineRow[], others: readonly LineRow[]): boolean {
  return rows.length === others.length && rows.every((row, index) => row === others[index]);
}

function copyRemovalsOf({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): Map<string, CopyRemoval> {
  const copyRemovals = new Map<string, CopyRemoval>();
  for (const receipt of receipts) {
    const removals = echoesOfReceipt(receipt, lines).flatMap(
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

/** Whether the message is deleted, and not restored, on every platform that got it; false while one is pending. */
function isRemoved({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): boolean {
  const isStillShown = (receipt: Receipt) =>
    receipt.message_ids.length > echoesOfReceipt(receipt, lines).filter(({ removal }) => removal).length;
  return (
    receipts.some(({ message_ids }) => message_ids.length > 0) &&
    !receipts.some((receipt) => receipt.state === "pending" || isStillShown(receipt))
  );
}

export function isComplete(copyRemoval: CopyRemoval | undefined): boolean {
  return copyRemoval !== undefined && copyRemoval.count === copyRemoval.parts;
}

/** Line parts from the first platform that sent back the whole text, if possible one that still shows it. */
function partsOf({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): readonly LinePart[] | null {
  const whole = receipts.flatMap((receipt) => {
    const echoes = echoesOfReceipt(receipt, lines);
    const isAll = receipt.state === "sent" && echoes.length > 0 && echoes.length === receipt.message_ids.length;
    return isAll && echoes.every(({ line }) => line.parts.length > 0) ? [echoes] : [];
  });
  const best = whole.find((echoes) => echoes.every(({ removal }) => removal === null)) ?? whole[0];
  return best ? joinParts(best) : null;
}

/** Joins the lines of a long text with spaces, because the text was split between words. */
function joinParts(echoes: readonly LineRow[]): readonly LinePart[] {
  const [only] = echoes;
  if (echoes.length === 1 && only) return only.line.parts;
  return echoes.flatMap(({ line }, index) => (index ? [SPACE, ...line.parts] : line.parts));
}

const SPACE: LinePart = { kind: "text", text: " " };
