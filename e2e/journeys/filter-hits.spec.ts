import { expect, test } from "../fixtures.ts";
import { chatRow, goOnAir, STREAMING, say as sayOn } from "../harness/chat-room.ts";
import { banned, lineOf, listeningChannel, makeFilter, row, say, sheet } from "../harness/filters.ts";
import { expectNoAxeViolations, takeScreenshots } from "../harness/screens.ts";

type Entry = { action: string; seconds: number | null; outcome: string };

// Enough for a backtest to take a few seconds.
const LARGE_CHAT = 4_000;

test("hits appear live in the editor, and shadow hits are marked [V3]", async ({ page, enter, control }) => {
  const juno = await enter(page, "junoplays");
  const channelId = await listeningChannel(juno);
  const filter = { name: "Ads", type: "banned_terms", settings: banned("free skins") };
  const { id } = await makeFilter(juno, channelId, filter);
  await page.goto(`/channels/${channelId}/chat-filters/${id}`);
  await sheet(page).getByRole("tab", { name: "Recent hits" }).click();
  await expect(sheet(page).getByText(/^No hits in the last 30 days/)).toBeVisible();
  const caught = sheet(page).getByRole("list", { name: "Recent hits" }).getByRole("listitem");
  await say(control, "get free skins here");
  await expect(caught).toHaveCount(1);
  await expect(caught.locator("mark")).toHaveText("free skins");
  await expect(caught).toContainText("Delete and warn");

  await sheet(page).getByRole("radio", { name: "Shadow" }).check({ force: true });
  await page.keyboard.press("Control+s");
  await expect(row(page, "Ads").getByText("Shadow")).toBeVisible();
  await say(control, "free skins again", "odalys_");
  await expect(caught).toHaveCount(2);
  await expect(caught.first()).toContainText("free skins again");
  await expect(caught.first().getByText("Shadow")).toBeVisible();
  await test.step("a shadow filter counts hits and affects no one [V3]", async () => {
    await expect(row(page, "Ads").getByText("Hits today: 2")).toBeAttached();
    expect((await lineOf(juno, channelId, "free skins again"))?.removal).toBeNull();
  });
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "filter-caught");
  await page.reload();
  await sheet(page).getByRole("tab", { name: "Recent hits" }).click();
  await expect(caught).toHaveCount(2);
});

/** Presses Cancel in the page as soon as the bar moves: when Playwright sees the bar, the run may have ended. */
function cancelOnceMoved(sheet: HTMLElement | SVGElement): Promise<{ value: number; max: number }> {
  return new Promise((resolve) => {
    const look = () => {
      const bar = sheet.querySelector("progress");
      if (!bar || bar.value === 0) return void requestAnimationFrame(look);
      const cancel = [...sheet.querySelectorAll("button")].find(({ textContent }) => textContent === "Cancel");
      cancel?.click();
      resolve({ value: bar.value, max: bar.max });
    };
    look();
  });
}

test("a running backtest shows its progress and can be cancelled [V3]", async ({ page, enter, control }) => {
  test.slow();
  const juno = await enter(page, "junoplays");
  const channelId = await listeningChannel(juno);
  const long = "a quiet line that says nothing at all ".repeat(12);
  await control.post("/twitch/say", { login: "junoplays", viewer: "marekfixes", text: long, count: LARGE_CHAT });
  await expect
    .poll(async () => Boolean(await lineOf(juno, channelId, `${long} ${LARGE_CHAT}`)), { timeout: 90_000 })
    .toBe(true);
  const terms = Array.from({ length: 1_000 }, (_, place) => ({
    kind: "regex",
    text: `q[a-z]+ (never|ever) ${place}$`,
  }));
  const filter = { name: "Ads", type: "banned_terms", settings: { terms } };
  const { id } = await makeFilter(juno, channelId, filter);
  await page.goto(`/channels/${channelId}/chat-filters/${id}`);
  await sheet(page).getByRole("button", { name: "Run" }).click();
  const bar = sheet(page).getByRole("progressbar", { name: "Messages checked" });
  const progress = await sheet(page).evaluate(cancelOnceMoved);
  expect(progress.value).toBeGreaterThan(0);
  expect(progress.value).toBeLessThan(LARGE_CHAT);
  expect(progress.max).toBe(LARGE_CHAT);
  await expect(sheet(page).getByText("Cancelled.")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await sheet(page).getByRole("button", { name: "Run" }).click();
  await expect(sheet(page).getByText("Cancelled.")).toHaveCount(0);
});

test("a banned term is caught on all four platforms, and Why? names the filter [P4 V3]", async ({
  page,
  enter,
  control,
}) => {
  const juno = await enter(page, "junoplays");
  const channelId = await goOnAir(juno, control);
  const ladder = [{ action: "warn" }, { action: "timeout", seconds: 60 }];
  const filter = { name: "Ads", type: "banned_terms", ladder, settings: banned("free skins") };
  await makeFilter(juno, channelId, filter);
  await page.goto(`/channels/${channelId}/chat`);
  await Promise.all(
    STREAMING.map((provider) => sayOn(control, provider, `free skins on ${provider}`, { viewer: "marekfixes" })),
  );
  for (const provider of STREAMING) {
    const line = chatRow(page, `free skins on ${provider}`);
    await expect(line).toHaveAttribute("data-gone", "true");
    await expect(line).toContainText("Deleted by Ads filter");
  }
  await expect(chatRow(page, "free skins on tiktok")).toContainText("hidden here only");
  for (const provider of ["twitch", "youtube", "kick"]) {
    await expect(chatRow(page, `free skins on ${provider}`)).not.toContainText("hidden here only");
  }

  await sayOn(control, "twitch", "free skins, second time", { viewer: "marekfixes" });
  const second = chatRow(page, "free skins, second time");
  await expect(second).toHaveAttribute("data-gone", "true");
  await expect
    .poll(async () => {
      const log = await juno.get<{ records: Entry[] }>(`/channels/${channelId}/moderation-log?provider=twitch`);
      return log.records.filter(({ action }) => action === "timeout").map(({ seconds, outcome }) => [seconds, outcome]);
    })
    .toEqual([[60, "done"]]);
  await second.hover();
  await page.getByRole("toolbar").getByRole("button", { name: "Why?", exact: true }).click();
  const why = page.getByRole("dialog", { name: /^Why did/ });
  await expect(why.getByRole("listitem").filter({ hasText: "Ads" })).toContainText("Matched");
  await expect(why.locator("mark")).toHaveText("free skins");
  await takeScreenshots(page, "filter-everywhere");
  await page.goto(`/channels/${channelId}/chat-filters`);
  await expect(row(page, "Ads").getByText("Hits today: 5")).toBeAttached();
});

test("a backtest shows what the unsaved rules would catch [V3]", async ({ page, enter, control }) => {
  const juno = await enter(page, "junoplays");
  const channelId = await listeningChannel(juno);
  const allowed = { settings: { allowed: ["bit-gifts.example"] } };
  const { id } = await makeFilter(juno, channelId, { name: "Links", type: "link", ...allowed });
  const advertisement = "come to bit-gifts.example/claim now";
  await say(control, advertisement);
  await control.post("/twitch/say", { login: "junoplays", viewer: "odalys_", text: "a quiet line", count: 40 });
  await expect.poll(async () => Boolean(await lineOf(juno, channelId, "a quiet line 40"))).toBe(true);
  await page.goto(`/channels/${channelId}/chat-filters/${id}`);
  await sheet(page).getByRole("button", { name: "Remove bit-gifts.example" }).click();
  await sheet(page).getByRole("radio", { name: "6 h" }).check({ force: true });
  await sheet(page).getByRole("button", { name: "Run" }).click();
  const hits = sheet(page).getByRole("region", { name: "Hits", exact: true });
  await expect(hits.getByRole("listitem")).toHaveCount(1);
  await expect(hits.locator("mark")).toHaveText("bit-gifts.example/claim");
  await expect(hits.getByText("Delete and warn")).toBeVisible();
  await hits.getByRole("radio", { name: "New 1" }).check({ force: true });
  await expect(hits.getByRole("listitem")).toHaveCount(1);
  await expect(sheet(page).getByText("of 41 messages, 2.4 %", { exact: true })).toBeVisible();
  await expect(sheet(page).getByText("of 2 viewers, 50 %", { exact: true })).toBeVisible();
  await sheet(page).getByText("Show as table").click();
  await expect(sheet(page).getByRole("columnheader", { name: "Twitch" })).toBeVisible();
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "filter-backtest");
  expect((await lineOf(juno, channelId, advertisement))?.removal).toBeNull();

  await sheet(page).getByRole("button", { name: "Kick" }).click();
  await expect(sheet(page).getByText("Rules changed since the last run. Run again.")).toBeVisible();
  await expect(hits).toHaveCount(0);
});
