import { expect, test } from "../fixtures.ts";
import {
  bannedPhrases,
  createConnectedChannel,
  editor,
  lineOf,
  listRow,
  makeFilter,
  sendOnTwitch,
} from "../harness/filters.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";

test("hits appear live in the editor, and shadow hits are marked", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createConnectedChannel(juno);
  const filter = { name: "Ads", type: "banned_terms", settings: bannedPhrases("free skins") };
  const { id } = await makeFilter(juno, channelId, filter);
  await page.goto(`/channels/${channelId}/chat-filters/${id}`);
  await editor(page).getByRole("tab", { name: "Recent hits" }).click();
  await expect(editor(page).getByText(/^No hits in the last 30 days/)).toBeVisible();
  const caught = editor(page).getByRole("list", { name: "Recent hits" }).getByRole("listitem");
  await sendOnTwitch(control, "get free skins here");
  await expect(caught).toHaveCount(1);
  await expect(caught.locator("mark")).toHaveText("free skins");
  await expect(caught).toContainText("Delete and warn");

  await editor(page).getByRole("radio", { name: "Shadow" }).check({ force: true });
  await page.keyboard.press("Control+s");
  await expect(listRow(page, "Ads").getByText("Shadow")).toBeVisible();
  await sendOnTwitch(control, "free skins again", "odalys_");
  await expect(caught).toHaveCount(2);
  await expect(caught.first()).toContainText("free skins again");
  await expect(caught.first().getByText("Shadow")).toBeVisible();
  await test.step("a shadow filter counts hits and affects no one", async () => {
    await expect(listRow(page, "Ads").getByText("Hits today: 2")).toBeAttached();
    expect((await lineOf(juno, channelId, "free skins again"))?.removal).toBeNull();
  });
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filter-caught");
});

test("a backtest shows what the unsaved rules would catch", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createConnectedChannel(juno);
  const allowed = { settings: { allowed: ["bit-gifts.example"] } };
  const { id } = await makeFilter(juno, channelId, { name: "Links", type: "link", ...allowed });
  const advertisement = "come to bit-gifts.example/claim now";
  await sendOnTwitch(control, advertisement);
  await control.post("/twitch/say", { login: "junoplays", viewer: "odalys_", text: "a quiet line", count: 40 });
  await expect.poll(async () => Boolean(await lineOf(juno, channelId, "a quiet line 40"))).toBe(true);
  await page.goto(`/channels/${channelId}/chat-filters/${id}`);
  await editor(page).getByRole("button", { name: "Remove bit-gifts.example" }).click();
  await editor(page).getByRole("radio", { name: "6 h" }).check({ force: true });
  await editor(page).getByRole("button", { name: "Run" }).click();
  const hits = editor(page).getByRole("region", { name: "Hits", exact: true });
  await expect(hits.getByRole("listitem")).toHaveCount(1);
  await expect(hits.locator("mark")).toHaveText("bit-gifts.example/claim");
  await expect(hits.getByText("Delete and warn")).toBeVisible();
  await hits.getByRole("radio", { name: "New 1" }).check({ force: true });
  await expect(hits.getByRole("listitem")).toHaveCount(1);
  await expect(editor(page).getByText("of 41 messages, 2.4 %", { exact: true })).toBeVisible();
  await expect(editor(page).getByText("of 2 viewers, 50 %", { exact: true })).toBeVisible();
  await editor(page).getByText("Show as table").click();
  await expect(editor(page).getByRole("columnheader", { name: "Twitch" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filter-backtest");
  expect((await lineOf(juno, channelId, advertisement))?.removal).toBeNull();

  await editor(page).getByRole("button", { name: "Kick" }).click();
  await expect(editor(page).getByText("Rules changed since the last run. Run again.")).toBeVisible();
  await expect(hits).toHaveCount(0);
});
