import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { channel, openApp, type ServerCall } from "./test-app";

// jsdom has no canvas.
vi.mock("uplot", () => ({
  default: class {
    destroy() {}
    setSize() {}
  },
}));

beforeAll(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => undefined;
});

const common = {
  enabled: true,
  min_bet: 5,
  max_bet: 0,
  global_cooldown: 0,
  user_cooldown: 30,
  mods_skip_cooldowns: false,
  live_only: false,
  win_message: "$(user) won $(won)",
  lose_message: "$(user) lost $(bet)",
  all_in_win_message: "All in!",
  all_in_lose_message: "All gone.",
};
const roulette = { ...common, win_chance: 45, multiplier: 2 };
const slots = {
  ...common,
  symbols: [
    { symbol: "A", weight: 1 },
    { symbol: "B", weight: 1 },
    { symbol: "C", weight: 2 },
  ],
  paytable: [
    { symbols: ["A", "A", "A"], multiplier: 40 },
    { symbols: ["B", "B", "*"], multiplier: 2 },
  ],
  target_return: 90,
};
const section = (title: string, editor: string) => ({ title, about: "", is_advanced: false, editor, fields: [] });
const SECTIONS = {
  roulette: [section("Odds", "chance")],
  slots: [section("Symbols", "symbols"), section("Paytable", "paytable")],
};
const REFUSED = { type: "invalid", message: "", errors: [{ field: "win_chance", message: "must be a number" }] };
const totals = { bets: 0, wins: 0, staked: 0, paid: 0, players: 0 };
const mayManage = { ...channel, permissions: [...channel.permissions, "gambling.read", "gambling.manage"] };

function openGame(game: "roulette" | "slots", role: object = mayManage) {
  const settings = game === "roulette" ? roulette : slots;
  const stored = {
    game,
    title: game,
    message_variables: [],
    odds: {},
    sections: SECTIONS[game],
    revision: 1,
    updated_by: "Juno",
  };
  const answer = (body: object) => ({ ...stored, settings: body, updated_at: "2030-01-02T20:00:00Z" });
  return openApp(`/channels/c1/gambling/${game}-settings`, ({ method, path, body }: ServerCall) => {
    if (path === "/channels/c1") return role;
    if (path.startsWith("/channels/c1/previews")) return { problems: [], lines: [] };
    if (path.startsWith(`/channels/c1/games/${game}/players`)) return { records: [], totals };
    if (!path.startsWith(`/channels/c1/games/${game}`)) return null;
    if (method !== "PUT") return answer(settings);
    const saved = body as typeof roulette;
    return saved.win_chance === null ? Response.json(REFUSED, { status: 422 }) : answer(saved);
  });
}

const meaning = () => screen.getByRole("region", { name: "What this means" });
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

async function type(name: string, value: string) {
  fireEvent.change(await field(name), { target: { value } });
}

test("typing a win chance updates the return, and a button lowers the chance if the return is above 100 %", async () => {
  openGame("roulette");
  await type("Win chance", "52");
  expect(within(meaning()).getByText("104.00 %")).toBeDefined();
  expect(within(meaning()).getByText("was 90.00 %")).toBeDefined();
  expect(screen.getByRole("alert").textContent).toContain("The house loses 4 points on every 100 bet");
  fireEvent.click(screen.getByRole("button", { name: "Use 49 %" }));
  expect(within(meaning()).getByText("98.00 %")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an empty win chance shows no odds, and the server refuses it", async () => {
  const { calls } = openGame("roulette");
  await type("Win chance", "");
  expect(within(meaning()).getAllByText("–")).toHaveLength(4);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("must be a number")).toBeDefined();
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ win_chance: null });
});

test("the solver sets the multiplier for the target return, and saving sends the revision that was read", async () => {
  const { calls } = openGame("roulette");
  await field("Win chance");
  fireEvent.click(screen.getByRole("button", { name: "Set the multiplier" }));
  expect((await field("Pays")).value).toBe("2.11 × the bet");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  const saved = calls.find(({ method }) => method === "PUT");
  expect(saved?.path).toBe("/channels/c1/games/roulette?revision=1");
  expect(saved?.body).toEqual({ ...roulette, multiplier: 2.11 });
});

test("a renamed symbol is renamed in the paytable, and combinations with a removed symbol are removed", async () => {
  const { calls } = openGame("slots");
  await type("Symbol 1", "Z");
  fireEvent.click(screen.getByRole("button", { name: "Remove B" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
      symbols: [
        { symbol: "Z", weight: 1 },
        { symbol: "C", weight: 2 },
      ],
      paytable: [{ symbols: ["Z", "Z", "Z"], multiplier: 40 }],
    }),
  );
});

test("the solver of slots reaches the target return and keeps the ratios of the multipliers", async () => {
  openGame("slots");
  await field("Symbol 1");
  expect(within(meaning()).getByText("93.75 %")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Set the multipliers" }));
  expect((await field("Combination 1 pays")).value).toBe("38.4 ×");
  expect((await field("Combination 2 pays")).value).toBe("1.92 ×");
  expect(within(meaning()).getByText("90.00 %")).toBeDefined();
});

test("a user who may not manage games sees locked fields", async () => {
  openGame("slots", { ...channel, permissions: [...channel.permissions, "gambling.read"] });
  expect((await field("Symbol 1")).disabled).toBe(true);
  expect(screen.getByText("Only Editors and above can change games.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove A" })).toBeNull();
});
