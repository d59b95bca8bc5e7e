import { expect, test } from "../fixtures.ts";
import { banned, createConnectedChannel, lineOf, makeFilter, row, say, sheet } from "../harness/filters.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";

test("hits appear live in the editor, and shadow hits are marked", async ({ page, enter, control }) => {
  const juno = await enter(page, "junoplays");
  const channelId = await createConnectedChannel(juno);
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
  await test.step("a shadow filter counts hits and affects no one", async () => {
    await expect(row(page, "Ads").getByText("Hits today: 2")).toBeAttached();
    expect((await lineOf(juno, channelId, "free skins again"))?.removal).toBeNull();
  });
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filter-caught");
});

test("a backtest shows what the unsaved rules would catch", async ({ page, enter, control }) => {
  const juno = await enter(page, "junoplays");
  const channelId = await createConnectedChannel(juno);
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
  await expectNoSidewaysScroll(page, "filter-backtest");
  expect((await lineOf(juno, channelId, advertisement))?.removal).toBeNull();

  await sheet(page).getByRole("button", { name: "Kick" }).click();
  await expect(sheet(page).getByText("Rules changed since the last run. Run again.")).toBeVisible();
  await expect(hits).toHaveCount(0);
});
