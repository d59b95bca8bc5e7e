import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, createLiveChannel, sendMessage, waitUntilStored } from "../harness/chat-room.ts";
import { makeCommand } from "../harness/commands.ts";
import { createSharedChannel } from "../harness/members.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

const VIEWER = "marekfixes";

const meaning = (page: Page) => page.getByRole("region", { name: "What this means" });
const players = (page: Page) => page.getByRole("region", { name: "Players" }).first();
const chance = (page: Page) => page.getByRole("textbox", { name: "Win chance" });

/** Switches points on, with 1,000 points for each message, and creates the command `!roulette`. */
async function enablePoints(juno: Session, channelId: string): Promise<void> {
  const path = `/channels/${channelId}/points/settings`;
  const names = { name_singular: "pinecone", name_plural: "pinecones" };
  await juno.put(path, { ...(await juno.get(path)), ...names, enabled: true, per_message: 1000 });
  const cooldowns = { global_cooldown: 0, chatter_cooldown: 0 };
  await makeCommand(juno, channelId, "!roulette", "$(roulette $(1))", cooldowns);
}

async function setUpRoulette(page: Page): Promise<void> {
  await expect(page).toHaveTitle("Roulette · Greenroom");
  await expect(page.getByRole("link", { name: "!roulette" })).toBeVisible();
  await expect(meaning(page)).toContainText("45.00 %");
  await chance(page).fill("52");
  await expect(meaning(page)).toContainText("104.00 %");
  await expect(meaning(page)).toContainText("was 90.00 %");
  await expect(page.getByRole("alert")).toContainText("The house loses 4 pinecones on every 100 bet");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Use 49 %" }).click();
  await expect(chance(page)).toHaveValue("49 %");
  await page.getByRole("textbox", { name: "Target return" }).fill("95");
  await page.getByRole("button", { name: "Set the multiplier" }).click();
  await expect(page.getByRole("textbox", { name: "Pays" })).toHaveValue("1.93 × the bet");
  await expect(meaning(page)).toContainText("94.57 %");
  await expect(meaning(page)).toContainText("This run ends at");
  await page.getByRole("switch", { name: "Viewers can play" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
}

test("the streamer sets up roulette, and a viewer bets in chat [P6 R2 S1]", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await enablePoints(juno, channelId);
  await page.goto(`/channels/${channelId}/gambling/roulette-settings`);
  await setUpRoulette(page);
  await expectNoSidewaysScroll(page, "roulette");
  await expect(players(page)).toContainText("Nobody has played yet");

  await test.step("one bet changes the statistics on the open screen, and counts once", async () => {
    await sendMessage(control, "twitch", "good evening", { viewer: VIEWER });
    await waitUntilStored(juno, channelId, 1);
    await sendMessage(control, "twitch", "!roulette 100", { viewer: VIEWER });
    await expect(players(page).getByRole("row", { name: /MarekFixes/i })).toContainText("100");
    await expect(players(page)).toContainText("1 bet by 1 viewer, 100 staked");
  });

  await test.step("the viewer's name links to the viewer's bets in each game", async () => {
    await players(page)
      .getByRole("link", { name: /MarekFixes/i })
      .press("Enter");
    const games = page.getByRole("region", { name: /^Points of/ }).getByRole("region", { name: "Games" });
    await expect(games.getByRole("row", { name: /^Roulette 100 staked/ })).toBeVisible();
    await expect(games.getByRole("row", { name: /^Slots 0 staked/ })).toBeVisible();
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page, "viewer-games");
  });

  await test.step("chat has the answer, and the viewer's balance has the result", async () => {
    await page.goto(`/channels/${channelId}/chat`);
    await expect(chatRow(page, /MarekFixes (won 93 pinecones|lost 100 pinecones)/i)).toBeVisible();
    const { records } = await juno.get<{ records: { balance: number }[] }>(`/channels/${channelId}/points/leaderboard`);
    // Each message earned 1,000 points.
    expect([900, 93]).toContain((records[0]?.balance ?? 0) % 1000);
  });
});

test("slots are set up with a target return [P6 R2]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/gambling/slots-settings`);
  await expect(meaning(page)).toContainText("94.85 %");
  await page.getByRole("button", { name: "Add combination" }).click();
  await page.getByRole("textbox", { name: "Combination 9 pays" }).fill("5");
  await expect(page.getByRole("alert")).toContainText("The house loses");
  await page.getByRole("textbox", { name: "Target return" }).fill("90");
  await page.getByRole("button", { name: "Set the multipliers" }).click();
  await expect(meaning(page)).toContainText("89.");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await expectNoSidewaysScroll(page, "slots");
});

test("a moderator sees a game and cannot change it [P6 A3]", async ({ page, openAs, openSession }) => {
  const odalys = await openAs(page, "odalys_");
  const channelId = await createSharedChannel(await openSession("junoplays"), odalys, 7);
  await page.goto(`/channels/${channelId}/gambling/slots-settings`);
  await expect(page.getByText("Only Editors and above can change games.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Combination 8 pays" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
});
