import { expect, test } from "vitest";
import type { PublicDraw, PublicGiveaway } from "../giveaway-types";
import { isAllRight, verify } from "./verify";

const LIST = "1\t3\ttwitch\tquietquill\n2\t1\tyoutube\tZoë 🎉\n3\t10\tkick\ttommyvee\n";

function drawn(number: number, counter: number, ticket: number, position: number, provider: string): PublicDraw {
  return { number, counter, ticket, position, provider, name: "", status: "claimed", drawn_at: "2030-01-02T21:52:10Z" };
}

/** Public data of a giveaway, with draws that the server made. */
const GIVEAWAY: PublicGiveaway = {
  id: "0190a0b0-0000-7000-8000-000000000001",
  channel_name: "Late Shift",
  title: "Keycap set",
  prize: "",
  state: "drawn",
  entry: "keyword",
  keyword: "!keycap",
  ticket_cost: 0,
  opened_at: null,
  closes_at: null,
  closed_at: null,
  drawn_at: null,
  entry_count: 3,
  ticket_count: 14,
  seed: "f76bef226ea39e22e565aefde6aa234a10108a33b043b850309877295054eaf6",
  commitment: "60f672fcfe58c779284e4cdf1fba17e0e4b1a56db3c919be17396df29355fec4",
  entries_hash: "a59998f339e278f3ad43bfbc69347d820c54a314ed7a988b40c5fb82a366a3c0",
  draws: [drawn(1, 1, 9, 3, "kick"), drawn(2, 2, 3, 1, "twitch"), drawn(3, 18, 4, 2, "youtube")],
};

function bytes(text: string): ArrayBuffer {
  return new TextEncoder().encode(text).slice().buffer;
}

test("a draw of the server is repeated from the published data", async () => {
  const found = await verify(GIVEAWAY, bytes(LIST));
  expect(isAllRight(found)).toBe(true);
  expect(found.draws.map(({ name }) => name)).toEqual(["tommyvee", "quietquill", "Zoë 🎉"]);
});

test("a changed entry, seed or winner is found", async () => {
  const changed = await verify(GIVEAWAY, bytes(LIST.replace("quietquill", "somebody")));
  expect([changed.isSeedRight, changed.isListRight, isAllRight(changed)]).toEqual([true, false, false]);
  const seed = await verify({ ...GIVEAWAY, seed: `0${GIVEAWAY.seed?.slice(1)}` }, bytes(LIST));
  expect([seed.isSeedRight, seed.isListRight]).toEqual([false, true]);
  const winner = await verify({ ...GIVEAWAY, draws: [drawn(1, 1, 9, 2, "youtube")] }, bytes(LIST));
  expect(winner.draws).toMatchObject([{ name: "tommyvee", isRight: false }]);
});

test("a published draw after all entries were drawn does not match", async () => {
  const draws = [...GIVEAWAY.draws, drawn(4, 19, 1, 1, "twitch")];
  const found = await verify({ ...GIVEAWAY, draws }, bytes(LIST));
  expect(found.draws.map(({ isRight }) => isRight)).toEqual([true, true, true, false]);
});
