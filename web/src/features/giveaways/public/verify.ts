import type { PublicDraw, PublicGiveaway } from "../giveaway-types";

/** What a repetition of the draws from the published data has confirmed. */
export interface Verification {
  /** Whether the seed's SHA-256 is the commitment. */
  isSeedRight: boolean;
  /** Whether the list's SHA-256 is the published hash. */
  isListRight: boolean;
  draws: CheckedDraw[];
}

export interface CheckedDraw {
  draw: PublicDraw;
  /** Name of the viewer drawn with the seed and the list; empty if no entry is drawn. */
  name: string;
  isRight: boolean;
}

interface ListedEntry {
  position: number;
  provider: string;
  name: string;
  /** The highest number of the entry's tickets. */
  lastTicket: number;
}

/** Number of possible random values: HMAC-SHA-256 has 256 bits. */
const RANDOM_RANGE = 1n << 256n;

/** Repeats the draws from the published data alone, as docs/giveaways.md describes. */
export async function verify(giveaway: PublicGiveaway, list: ArrayBuffer): Promise<Verification> {
  const seed = bytesOf(giveaway.seed ?? "");
  const listHash = await sha256(list);
  return {
    isSeedRight: giveaway.seed !== null && (await sha256(seed.buffer)) === giveaway.commitment,
    isListRight: listHash === giveaway.entries_hash,
    draws: await repeatDraws(seed, listHash, entriesIn(new TextDecoder().decode(list)), giveaway.draws),
  };
}

export function isAllRight({ isSeedRight, isListRight, draws }: Verification): boolean {
  return isSeedRight && isListRight && draws.every(({ isRight }) => isRight);
}

async function repeatDraws(
  seed: Uint8Array<ArrayBuffer>,
  listHash: string,
  entries: readonly ListedEntry[],
  published: readonly PublicDraw[],
): Promise<CheckedDraw[]> {
  const total = entries.at(-1)?.lastTicket ?? 0;
  const drawnPositions = new Set<number>();
  const checked: CheckedDraw[] = [];
  const stream = seed.length > 0 ? await randomStream(seed, listHash) : null;
  let counter = 0;
  for (const draw of published) {
    if (stream === null || drawnPositions.size >= entries.length) {
      checked.push({ draw, name: "", isRight: false });
      continue;
    }
    const limit = RANDOM_RANGE - (RANDOM_RANGE % BigInt(total));
    for (;;) {
      counter += 1;
      const value = await stream(counter);
      const ticket = Number(value % BigInt(total)) + 1;
      const entry = ownerOf(entries, ticket);
      if (value >= limit || !entry || drawnPositions.has(entry.position)) continue;
      drawnPositions.add(entry.position);
      const isRight =
        draw.counter === counter &&
        draw.ticket === ticket &&
        draw.position === entry.position &&
        draw.provider === entry.provider;
      checked.push({ draw, name: entry.name, isRight });
      break;
    }
  }
  return checked;
}

/** Returns a function from a counter to its random value: the HMAC of list hash and counter, keyed with the seed. */
async function randomStream(
  seed: Uint8Array<ArrayBuffer>,
  listHash: string,
): Promise<(counter: number) => Promise<bigint>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", seed, algorithm, false, ["sign"]);
  return async (counter) => {
    const message = new TextEncoder().encode(`${listHash}:${counter}`);
    return BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`);
  };
}

export function entriesIn(list: string): ListedEntry[] {
  let lastTicket = 0;
  return list
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [position = "", tickets = "", provider = "", name = ""] = line.split("\t");
      lastTicket += Number(tickets);
      return { position: Number(position), provider, name, lastTicket };
    });
}

/** The entry that has this ticket. */
function ownerOf(entries: readonly ListedEntry[], ticket: number): ListedEntry | undefined {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((entries[middle]?.lastTicket ?? 0) < ticket) low = middle + 1;
    else high = middle;
  }
  return entries[low];
}

async function sha256(data: ArrayBuffer): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new Uint8Array(data)));
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
