import type { Rehearsal } from "./rehearsal.ts";

/** What the rehearsal sent in junoplays' newest stream on one platform. */
export type SentCounts = {
  started_at: string;
  ended_at: string | null;
  messages: number;
  /** Messages of each chatter. */
  chatters: Record<string, number>;
  bot_messages: number;
  follows: number;
  subs: number;
  gifted_subs: number;
  /** Paid amounts by currency: cents of USD, BITS, KICKS or DIAMONDS. */
  amounts: Record<string, number>;
  raids: number;
  raid_viewers: number;
  viewer_counts: { at: string; count: number }[];
};

/** A row of a stream's CSV file; `average` and `peak` are empty if the minute has no viewer numbers. */
export type Minute = { start: number; provider: string; average: string; peak: string; messages: number };

// Values of one cent, coin or sub in millionths of a US dollar, as docs/activity.md says.
const VALUES: Record<string, number> = { USD: 10_000, BITS: 10_000, KICKS: 10_000, DIAMONDS: 5_000 };
const SUB_VALUE = 4_990_000;

const MINUTE_MS = 60_000;
// A count that is sent close to the end of a minute may be received, or polled, in the neighbouring minute.
const UNSURE_MS = 5_000;

export function fetchCounts(control: Rehearsal, provider: string): Promise<SentCounts> {
  return control.get<SentCounts>(`/${provider}/sent?login=junoplays`);
}

/** The stats that the server must show for the sent events; in a new channel every chatter is new. */
export function numbersOf(sent: SentCounts) {
  const subs = sent.subs + sent.gifted_subs;
  const amounts = Object.entries(sent.amounts).map(([currency, amount]) => (VALUES[currency] ?? Number.NaN) * amount);
  const chatters = Object.keys(sent.chatters).length;
  return {
    messages: sent.messages,
    chatters,
    new_chatters: chatters,
    follows: sent.follows,
    subs,
    value: subs * SUB_VALUE + sumOf(amounts),
    // The bot sends nothing but responses to commands.
    commands: sent.bot_messages,
  };
}

export const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, number) => sum + number, 0);

export function readMinutes(csv: string): Minute[] {
  const [header = [], ...rows] = csv
    .replace("\uFEFF", "")
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(","));
  return rows.map((row) => {
    const cell = (name: string) => row[header.indexOf(name)] ?? `no column ${name}`;
    return {
      start: Date.parse(`${cell("minute_utc").replace(" ", "T")}Z`),
      provider: cell("platform"),
      average: cell("average_viewers"),
      peak: cell("peak_viewers"),
      messages: Number(cell("messages")),
    };
  });
}

/** The unrounded average of the sent viewer counts that give a row's average and peak; undefined if none do. */
export function exactAverage({ start, average, peak }: Minute, sent: SentCounts): number | undefined {
  const counts = sent.viewer_counts.map(({ at, count }) => ({ at: Date.parse(at), count }));
  const fits = possibleCounts(counts, start).find(
    (subset) => meanOf(subset).toFixed(1) === Number(average).toFixed(1) && Math.max(...subset) === Number(peak),
  );
  return fits && meanOf(fits);
}

type Count = { at: number; count: number };

/** Sets of counts that a row may come from: the minute's own with any of those near its edges, or one earlier count. */
function possibleCounts(counts: readonly Count[], start: number): number[][] {
  const end = start + MINUTE_MS;
  const near = (at: number, edge: number) => Math.abs(at - edge) < UNSURE_MS;
  const unsure = counts.filter(({ at }) => near(at, start) || near(at, end));
  const sure = counts.filter((one) => one.at >= start && one.at < end && !unsure.includes(one));
  const earlier = counts.filter(({ at }) => at < start + UNSURE_MS).slice(-2);
  const reported = subsetsOf(unsure.map(({ count }) => count)).map((subset) => [
    ...sure.map(({ count }) => count),
    ...subset,
  ]);
  return [...reported.filter(({ length }) => length > 0), ...earlier.map(({ count }) => [count])];
}

function subsetsOf(numbers: readonly number[]): number[][] {
  return numbers.reduce<number[][]>((subsets, one) => subsets.flatMap((subset) => [subset, [...subset, one]]), [[]]);
}

const meanOf = (numbers: readonly number[]) => sumOf(numbers) / numbers.length;

/** [average viewers, peak viewers, watched minutes]; the platforms are added up minute by minute first. */
export function viewersOf(minutes: readonly { start: number; viewers: number; peak: number }[]): number[] {
  const starts = [...new Set(minutes.map(({ start }) => start))];
  const of = (start: number) => minutes.filter((one) => one.start === start);
  const watched = sumOf(minutes.map(({ viewers }) => viewers));
  const peaks = starts.map((start) => sumOf(of(start).map(({ peak }) => peak)));
  return [rounded(watched / starts.length), Math.max(...peaks), rounded(watched)];
}

/** Rounds as the server does: a half to the even number. */
function rounded(value: number): number {
  const near = Math.round(value);
  return Math.abs(value - Math.trunc(value)) === 0.5 && near % 2 !== 0 ? near - 1 : near;
}
