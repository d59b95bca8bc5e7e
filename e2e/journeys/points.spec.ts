import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, createLiveChannel, sendMessage, waitUntilStored } from "../harness/chat-room.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";

const VIEWER = "marekfixes";
const SUBMENU_DELAY_MS = 500;

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Channel" });
const standings = (page: Page) => page.getByRole("region", { name: "Leaderboard" });
const history = (page: Page) => page.getByRole("region", { name: /^Points of/ });
const saved = (page: Page) => expect(page.getByText("All changes saved")).toBeVisible();

async function switchOn(page: Page): Promise<void> {
  await sidebar(page).getByRole("button", { name: "Gambling Settings" }).click();
  await sidebar(page).getByRole("link", { name: "Points" }).click();
  await expect(page).toHaveTitle("Points · Greenroom");
  await expect(page.getByRole("heading", { name: "Nobody has points yet" })).toBeVisible();
  await page.getByRole("switch", { name: "Viewers earn points" }).click();
  await page.getByRole("textbox", { name: "Singular" }).fill("pinecone");
  await page.getByRole("textbox", { name: "Plural" }).fill("pinecones");
  // Watching earns no points here, because the journey may take minutes.
  await page.getByRole("textbox", { name: "Watching", exact: true }).fill("0");
  await page.getByRole("textbox", { name: "Chat message" }).fill("50");
  await page.getByRole("textbox", { name: "Chat message" }).press("Enter");
  await saved(page);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "points");
}

async function changeByHand(page: Page): Promise<void> {
  await standings(page)
    .getByRole("link", { name: /MarekFixes/i })
    .click();
  await history(page).getByRole("button", { name: "Add or take" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Amount of pinecones" }).fill("1200");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("found the second bell");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(history(page).getByText("1,250").first()).toBeVisible();
  await expect(history(page).getByText("found the second bell")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "points-history");
  await history(page)
    .getByRole("button", { name: /^Undo Added by/ })
    .click();
  await expect(history(page).getByText("Undone", { exact: true })).toBeVisible();
  await expect(standings(page).getByRole("link", { name: /MarekFixes/i })).toContainText("50");
}

async function rankByPeriod(page: Page): Promise<void> {
  const period = (name: string) => standings(page).getByRole("radio", { name });
  await standings(page).getByText("This month").click();
  await expect(standings(page).getByText(/^Counts pinecones earned by watching/)).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "points-month");
  await period("This month").press("ArrowRight");
  await expect(period("Tonight")).toBeChecked();
  await expect(standings(page).getByText(/this stream started/)).toBeVisible();
  await standings(page).getByText("All time").click();
  await expect(standings(page).getByRole("link", { name: /MarekFixes/i })).toContainText("50");
}

/** Imports balances of a known viewer, of a name that has never written, and an invalid row. */
async function importBalances(page: Page): Promise<void> {
  await standings(page).getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import balances" });
  const rows = "username,points\nmarekfixes,700\nodalys_,90\nbad name,5\n";
  await dialog.getByRole("textbox", { name: "Export with names and points" }).fill(rows);
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByRole("row", { name: /bad name/ })).toContainText("Left out: Not a username");
  await expect(dialog.getByRole("row", { name: /odalys_/ })).toContainText("Kept until they write");
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Import 2 balances" }).click();
  await expect(dialog.getByRole("status")).toHaveText("1 imported, 1 wait for their viewer, 1 left out");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(standings(page).getByRole("link", { name: /MarekFixes/i })).toContainText("750");
}

test("viewers earn points in chat; staff see, change or undo entries [P6 R2 S1]", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await page.goto(`/channels/${channelId}/quotes`);
  await switchOn(page);
  await sendMessage(control, "twitch", "first line of the day", { viewer: VIEWER });
  await waitUntilStored(juno, channelId, 1);
  await page.reload();
  await expect(standings(page).getByRole("link", { name: /MarekFixes/i })).toContainText("50");
  await rankByPeriod(page);
  await changeByHand(page);
  await importBalances(page);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Plural" })).toHaveValue("pinecones");
  await test.step("the viewer card shows the balance and leads to the history", async () => {
    await page.goto(`/channels/${channelId}/chat`);
    await chatRow(page, "first line of the day")
      .getByRole("button", { name: /MarekFixes/i })
      .first()
      .click();
    await expect(page.getByText("750 pinecones · rank #1")).toBeVisible();
    await page.getByRole("link", { name: "History" }).click();
    await expect(history(page).getByText("Chat message")).toBeVisible();
  });
});

test("anyone sees who has the most points while the leaderboard is public [P6 A1]", async ({
  page,
  browser,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  const settings = await juno.get(`/channels/${channelId}/points/settings`);
  await juno.put(`/channels/${channelId}/points/settings`, {
    ...settings,
    enabled: true,
    per_minute: 0,
    per_message: 1250,
  });
  await sendMessage(control, "twitch", "first line of the day", { viewer: VIEWER });
  await waitUntilStored(juno, channelId, 1);
  await page.goto(`/channels/${channelId}/gambling/point-settings`);
  const visitor = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await visitor.goto(new URL(`/c/${channelId}/leaderboard`, page.url()).href);
  await expect(visitor.getByText("or its leaderboard isn't public")).toBeVisible();
  await page.getByRole("switch", { name: "Public leaderboard" }).click();
  await saved(page);
  await expect(page.getByRole("link", { name: "Public page" })).toHaveAttribute("href", `/c/${channelId}/leaderboard`);
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "Night Shift's leaderboard" })).toBeVisible();
  await expect(visitor.getByRole("listitem")).toHaveText(/1MarekFixes1,250/i);
  await expect(visitor).toHaveTitle("Night Shift's leaderboard · Greenroom");
  await expectNoAxeViolations(visitor);
  await expectNoSidewaysScroll(visitor, "public-leaderboard");
  await visitor.context().close();
});

test("in the collapsed sidebar Gambling Settings opens after 500 ms of hovering [N5 S1]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.clock.install();
  await page.goto(`/channels/${channelId}/gambling/point-settings`);
  await page.getByRole("button", { name: "Collapse" }).click();
  const submenu = sidebar(page).getByRole("button", { name: "Gambling Settings" });
  await expect(submenu).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await submenu.hover();
  await page.clock.runFor(SUBMENU_DELAY_MS - 1);
  await expect(page.getByRole("menuitem", { name: "Points" })).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(page.getByRole("menuitem", { name: "Points" })).toHaveCount(1);
  await page.clock.resume();
  await page.getByRole("menuitem", { name: "Points" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/gambling/point-settings`);
});
