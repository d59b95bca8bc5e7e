import { expect, type Page, test } from "../fixtures.ts";
import { createConnectedChannel, editor, lineOf, makeFilter, sendOnTwitch } from "../harness/filters.ts";
import type { Session } from "../harness/session.ts";

type OwnSettings = { numbers?: Record<string, [string, number]>; switches?: Record<string, string>; allowed?: string };
type Types = Record<string, OwnSettings & { card: string }>;

/**
 * Filter type → the title of its card and its own fields. `numbers`: label → setting and the value to enter.
 * `switches`, which are on by default: label → setting. `allowed`: the entry to add to the allowlist.
 */
const FILTER_TYPES: Types = {
  banned_terms: {
    card: "Banned terms",
    switches: { "Whole words only": "whole_words", "Detect look-alike characters": "lookalikes" },
  },
  link: { card: "Links", numbers: { "Permit duration": ["permit_seconds", 90] }, allowed: "clips.example" },
  first_message_link: {
    card: "Links from first-time chatters",
    switches: { "Detect “name dot com”": "spelled_out" },
    allowed: "tunic.wiki/*",
  },
  caps: { card: "Caps", numbers: { "Minimum length": ["min_length", 12], "Capital letters": ["percent", 75] } },
  emote: { card: "Emote spam", numbers: { "Max emotes": ["max", 7] } },
  symbol: { card: "Symbols", numbers: { "Max symbols": ["max", 9] } },
  repetition: {
    card: "Repetition",
    numbers: { Within: ["seconds", 45], "Max repeats": ["times", 3], "Minimum length": ["min_length", 8] },
    switches: { "Match similar messages": "near_same" },
  },
  flood: { card: "Message spam", numbers: { "Max messages": ["messages", 6], Within: ["seconds", 20] } },
  raid_similarity: {
    card: "Bot raid / copypasta",
    numbers: {
      "Minimum accounts": ["accounts", 4],
      Within: ["seconds", 50],
      "Minimum length": ["min_length", 15],
      "Ignore repeated letters from": ["min_collapsed_length", 12],
    },
  },
  mention: { card: "Mentions", numbers: { "Max mentions": ["max", 2] } },
  paragraph: { card: "Long messages", numbers: { "Max length": ["max", 321] } },
  zalgo: { card: "Zalgo", numbers: { "Max marks per letter": ["max_marks", 5] } },
  non_latin: {
    card: "Non-Latin",
    numbers: { "Minimum length": ["min_length", 10], "Non-Latin letters": ["percent", 40] },
  },
};

const field = (page: Page, label: string) => editor(page).getByRole("textbox", { name: label, exact: true });

/** Enters a number over the limit in each field, and expects that each field shows its limit. */
async function enterTooLargeNumbers(page: Page, labels: string[]) {
  for (const label of labels) await field(page, label).fill("999999");
  await page.keyboard.press("Control+s");
  for (const label of labels) {
    await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
    await expect(field(page, label)).toHaveAccessibleDescription(/must be at most \d+/);
  }
}

/** Creates one filter of each type on screen and checks the stored settings. */
async function makeEach(page: Page, juno: Session, types: Types) {
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/chat-filters`);
  for (const [type, { card, numbers = {}, switches = {}, allowed }] of Object.entries(types)) {
    await page.getByRole("button", { name: "New filter" }).click();
    await page.getByRole("link", { name: new RegExp(`^${card}(?! from)`) }).click();
    await expect(page.getByRole("region", { name: `Filter ${card}`, exact: true })).toBeVisible();
    for (const label of Object.keys(switches)) await editor(page).getByRole("switch", { name: label }).click();
    if (allowed !== undefined) await field(page, "Allowlist").fill(allowed);
    if (type === "repetition") await enterTooLargeNumbers(page, Object.keys(numbers));
    for (const [label, [, value]] of Object.entries(numbers)) await field(page, label).fill(String(value));
    await page.keyboard.press("Control+s");
    await expect(page).toHaveURL(/\/chat-filters\/[0-9a-f-]{36}$/);
    const id = page.url().split("/").at(-1);
    const expected = Object.fromEntries([
      ...Object.values(numbers),
      ...Object.values(switches).map((name) => [name, false]),
      ...(allowed === undefined ? [] : [["allowed", [allowed]]]),
    ]);
    expect(await juno.get(`/channels/${channelId}/filters/${id}`)).toMatchObject({ type, settings: expected });
  }
  expect(await juno.get<unknown[]>(`/channels/${channelId}/filters`)).toHaveLength(Object.keys(types).length);
}

test("filters of every type are created with their own settings, and one rejects numbers beyond the limit [V3]", async ({
  page,
  openAs,
}) => {
  await makeEach(page, await openAs(page, "junoplays"), FILTER_TYPES);
});

const LADDER = ["timeout", "warn", "ban"];
const stepLine = (page: Page, position: number) =>
  editor(page).getByRole("button", { name: new RegExp(`^${position} (Delete|Time out|Ban)`) });
const roleField = (page: Page) => editor(page).getByRole("combobox", { name: "Exempt roles" });
const warning = (page: Page) => editor(page).getByRole("textbox", { name: "Warning message" });
const strikes = (page: Page) => editor(page).getByRole("textbox", { name: "Reset strikes after" });

/** Changes every field that all types share, except the name; leaves the fields of the first penalty open. */
async function changeEverything(page: Page) {
  await roleField(page).selectOption("2");
  await editor(page).getByRole("button", { name: "Exempt a viewer" }).click();
  await page.getByRole("searchbox", { name: "Find a viewer" }).fill("marek");
  await page.getByRole("button", { name: "MarekFixes" }).click();
  for (const position of [3, 2, 1]) {
    await stepLine(page, position).click();
    const action = editor(page).getByRole("combobox", { name: `Penalty ${position}: action` });
    await action.selectOption(LADDER[position - 1] ?? "");
  }
  await warning(page).fill("$(user), a little quieter please");
  await strikes(page).fill("7200");
  for (const name of ["Kick", "TikTok"]) await editor(page).getByRole("button", { name, exact: true }).click();
  await editor(page).getByRole("radio", { name: "Shadow" }).check({ force: true });
}

test("exemptions, penalties and platforms of a filter are saved and restored after a reload [R2]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createConnectedChannel(juno);
  await sendOnTwitch(control, "hello");
  await expect.poll(async () => Boolean(await lineOf(juno, channelId, "hello"))).toBe(true);
  const { id } = await makeFilter(juno, channelId, { name: "Caps", type: "caps" });
  await page.goto(`/channels/${channelId}/chat-filters/${id}`);
  await changeEverything(page);
  const seconds = page.getByRole("textbox", { name: "Penalty 1: seconds" });
  const save = editor(page).getByRole("button", { name: "Save" });
  for (const wrong of ["1209601", "0", ""]) {
    await seconds.fill(wrong);
    await expect(seconds).not.toHaveAttribute("aria-invalid");
    await save.click();
    await expect(seconds).toHaveAttribute("aria-invalid", "true");
    await expect(editor(page).getByRole("listitem").filter({ has: seconds })).toContainText(
      /must be at (most|least) \d+/,
    );
  }
  await seconds.fill("45");
  await save.click();
  await expect(editor(page).getByText("Unsaved changes")).toHaveCount(0);
  expect(await juno.get(`/channels/${channelId}/filters/${id}`)).toMatchObject({
    mode: "shadow",
    providers: ["twitch", "youtube"],
    exempt_level: 2,
    exempt_viewers: [{ provider: "twitch", name: "MarekFixes" }],
    ladder: [{ action: "timeout", seconds: 45 }, { action: "warn" }, { action: "ban" }],
    message: "$(user), a little quieter please",
    strike_seconds: 7_200,
  });

  await page.reload();
  await expect(roleField(page)).toHaveValue("2");
  await expect(editor(page).getByRole("button", { name: "Remove MarekFixes" })).toBeVisible();
  await expect(editor(page).getByRole("button", { name: /^[1-3] (Delete|Time out|Ban)/ })).toHaveText([
    "1Time out45 s",
    "2Delete and warn",
    "3Ban",
  ]);
  await expect(warning(page)).toHaveValue("$(user), a little quieter please");
  await expect(strikes(page)).toHaveValue("7200");
  const platforms = editor(page).getByRole("group", { name: "Platforms" });
  await expect(platforms.getByRole("button", { pressed: true })).toHaveCount(2);
  await expect(editor(page).getByRole("radio", { name: "Shadow" })).toBeChecked();
});
