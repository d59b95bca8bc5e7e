import { type LinePart, lineKey, type Receipt, type Removal, type SentMessage } from "../../../api/chat";
import type { LineRow, SentRow } from "../store/chat-window";

/** How much of one platform's copy was taken away there, also where it stands again here. */
export interface Loss {
  readonly removal: Removal;
  readonly count: number;
  /** Of as many messages. */
  readonly parts: number;
}

/** A message that was written here, with what came back of it. */
export interface SeenSent extends SentRow {
  /** In the order of the receipts. */
  readonly echoes: readonly LineRow[];
  /** As a platform shows it, with its pictures and links; null until one has. */
  readonly parts: readonly LinePart[] | null;
  /** By connection. */
  readonly losses: ReadonlyMap<string, Loss>;
  /** Struck here: nobody sees it any more on any platform. */
  readonly isGone: boolean;
}

export type SeenRow = LineRow | SeenSent;

// A row is drawn again only when it is another object.
const seen = new WeakMap<SentRow, SeenSent>();

/** The message with those of its echoes that are among the lines. */
export function withEchoes(row: SentRow, lines: ReadonlyMap<string, LineRow>): SeenSent {
  const echoes = row.sent.receipts.flatMap((receipt) => copiesOf(receipt, lines));
  const before = seen.get(row);
  if (before && isSame(before.echoes, echoes)) return before;
  const losses = lossesOf(row.sent, lines);
  const made = { ...row, echoes, parts: partsOf(row.sent, lines), losses, isGone: isGone(row.sent, lines) };
  seen.set(row, made);
  return made;
}

/** Whether a line is shown in this row: its own, or one that it stands for. */
export function standsFor(row: SeenRow, key: string): boolean {
  return row.key === key || (row.kind === "sent" && row.echoes.some((echo) => echo.key === key));
}

function copiesOf({ connection_id, message_ids }: Receipt, lines: ReadonlyMap<string, LineRow>): LineRow[] {
  return message_ids.flatMap((message_id) => lines.get(lineKey({ connection_id, message_id })) ?? []);
}

function isSame(some: readonly LineRow[], others: readonly LineRow[]): boolean {
  return some.length === others.length && some.every((row, place) => row === others[place]);
}

function lossesOf({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): Map<string, Loss> {
  const losses = new Map<string, Loss>();
  for (const receipt of receipts) {
    const removals = copiesOf(receipt, lines).flatMap(({ removal, former }) => removal ?? takenThere(former) ?? []);
    const [removal] = removals;
    const parts = receipt.message_ids.length;
    if (removal) losses.set(receipt.connection_id, { removal, count: removals.length, parts });
  }
  return losses;
}

function takenThere(former: Removal | null): Removal | null {
  return former?.is_here_only ? null : former;
}

/** What is still on its way may yet be seen. */
function isGone({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): boolean {
  const isThere = (receipt: Receipt) =>
    receipt.message_ids.length > copiesOf(receipt, lines).filter(({ removal }) => removal).length;
  return (
    receipts.some(({ message_ids }) => message_ids.length > 0) &&
    !receipts.some((receipt) => receipt.state === "pending" || isThere(receipt))
  );
}

export function isWhole(loss: Loss | undefined): boolean {
  return loss !== undefined && loss.count === loss.parts;
}

/** Of the first platform that shows all of it; of one that has taken it away when no other does. */
function partsOf({ receipts }: SentMessage, lines: ReadonlyMap<string, LineRow>): readonly LinePart[] | null {
  const whole = receipts.flatMap((receipt) => {
    const copies = copiesOf(receipt, lines);
    const isAll = receipt.state === "sent" && copies.length > 0 && copies.length === receipt.message_ids.length;
    return isAll && copies.every(({ line }) => line.parts.length > 0) ? [copies] : [];
  });
  const best = whole.find((copies) => copies.every(({ removal }) => removal === null)) ?? whole[0];
  return best ? joined(best) : null;
}

/** A long text was cut between words. */
function joined(copies: readonly LineRow[]): readonly LinePart[] {
  const [only] = copies;
  if (copies.length === 1 && only) return only.line.parts;
  return copies.flatMap(({ line }, place) => (place ? [SPACE, ...line.parts] : line.parts));
}

const SPACE: LinePart = { kind: "text", text: " " };
