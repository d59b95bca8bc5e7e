import type { WebSocketRoute } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel } from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";
import { POLL_INTERVALS } from "../harness/times.ts";

type Setup = { page: Page; juno: Session; control: Rehearsal; channelId: string; connection: Connection };
/** The page's live socket, which a test can cut. */
type Connection = { isCut: boolean; route: WebSocketRoute | null };

const feed = (page: Page) => page.getByRole("region", { name: "Activities" });
const row = (page: Page, text: string) => feed(page).getByRole("listitem").filter({ hasText: text });
const saved = (page: Page, path: RegExp) =>
  page.waitForResponse((response) => response.request().method() !== "GET" && path.test(response.url()));

const HOSTILE = "<img src=x onerror='document.title=1'> for the fox fund";

async function seeEvents({ page, control, channelId }: Setup) {
  await page.goto(`/channels/${channelId}/activity-feed`);
  await expect(page.getByRole("heading", { name: "No activities yet" })).toBeVisible();
  await expectNoAxeViolations(page);
  await control.post("/youtube/pay", { login: "junoplays", amount: 2000, text: HOSTILE });
  await expect(row(page, "sent a Super Chat")).toContainText("$20.00");
  await expect(row(page, HOSTILE)).toHaveCount(1);
  await control.post("/twitch/gift", { login: "junoplays", viewer: "marekfixes", count: 5 });
  await expect(row(page, "gifted")).toContainText("5 Tier 1 subs");
  await control.post("/twitch/raid", { login: "junoplays", viewer: "odalys_", viewers: 214 });
  await expect(row(page, "raided")).toContainText("214 viewers");
  await expect(feed(page).getByRole("listitem").first()).toContainText("raided");
  await page.reload();
  await expect(row(page, "sent a Super Chat")).toContainText("$20.00");
  await expect(feed(page).getByRole("listitem")).toHaveCount(3);
  await expect(page).toHaveTitle("Activity Feed · Greenroom");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "activity-feed");
}

async function filterByType({ page }: Setup) {
  const type = page.getByRole("checkbox", { name: "Super Chats" });
  const settings = /activity-settings$/;
  await Promise.all([saved(page, settings), type.click()]);
  await expect(type).not.toBeChecked();
  await expect(row(page, "sent a Super Chat")).toHaveCount(0);
  await expect(row(page, "raided")).toBeVisible();
  await Promise.all([
    saved(page, /user\/settings$/),
    page.getByRole("button", { name: "Twitch", exact: true }).click(),
  ]);
  await expect(page.getByRole("heading", { name: "No activities found" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "No activities found" })).toBeVisible();
  await expect(type).not.toBeChecked();
  await Promise.all([saved(page, settings), page.getByRole("button", { name: "Show all" }).last().click()]);
  await expect(row(page, "sent a Super Chat")).toBeVisible();
  const minimum = (label: string) => page.getByRole("combobox", { name: `${label}: at least` });
  await Promise.all([saved(page, settings), minimum("Raids").selectOption("500 viewers")]);
  await Promise.all([saved(page, settings), minimum("Super Chats").selectOption("$20")]);
  await expect(feed(page).getByRole("listitem")).toHaveCount(2);
  await page.reload();
  await expect(page.getByText("1 smaller one is hidden by your limits.")).toBeVisible();
  await page.getByRole("button", { name: "Show them" }).click();
  await expect(row(page, "raided")).toBeVisible();
  await page.getByRole("button", { name: "Hide smaller ones" }).click();
  await expect(row(page, "raided")).toHaveCount(0);
  for (const label of ["Raids", "Super Chats"]) {
    await Promise.all([saved(page, settings), minimum(label).selectOption("Any")]);
  }
  await expect(feed(page).getByRole("listitem")).toHaveCount(3);
}

async function acknowledge({ page }: Setup) {
  await expect(page.getByText("3 new")).toBeVisible();
  await feed(page).focus();
  await page.keyboard.press("ArrowDown");
  await Promise.all([saved(page, /\/acknowledged$/), page.keyboard.press("a")]);
  await expect(page.getByText("2 new")).toBeVisible();
  await page.reload();
  await expect(row(page, "raided").getByRole("button", { name: "Mark as new" })).toBeVisible();
  await expect(row(page, "gifted").getByRole("button", { name: "Mark as seen" })).toBeVisible();
  await Promise.all([saved(page, /acknowledge-all$/), page.getByRole("button", { name: "Mark all as seen" }).click()]);
  await expect(feed(page).getByRole("button", { name: "Mark as new" })).toHaveCount(3);
}

async function answerRaid({ page, juno, channelId }: Setup) {
  const raid = row(page, "raided");
  const [shoutOut] = await Promise.all([
    saved(page, /shoutout$/),
    raid.getByRole("button", { name: "Shout out" }).click(),
  ]);
  expect(shoutOut.ok()).toBe(true);
  await expect(raid.getByRole("button", { name: "Replay the alert" })).toHaveCount(0);
  const widget = await juno.post<{ id: string }>(`/channels/${channelId}/widgets`, {
    type: "alerts",
    name: "Alerts",
    settings: { rules: [{ name: "All" }] },
  });
  const { path } = await juno.get<{ path: string }>(`/channels/${channelId}/widgets/${widget.id}/key`);
  const source = await page.context().newPage();
  await source.goto(path);
  await page.reload();
  await raid.getByRole("button", { name: "Replay the alert" }).click();
  await expect(source.locator(".alert")).toContainText(/odalys/i);
  await source.close();
  await raid.getByRole("link", { name: "Check new chatters" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat`);
  await page.goBack();
}

async function followSocket(page: Page): Promise<Connection> {
  const connection: Connection = { isCut: false, route: null };
  await page.routeWebSocket(/\/api\/2\/live$/, (route) => {
    if (connection.isCut) return void route.close();
    connection.route = route;
    route.connectToServer();
  });
  return connection;
}

async function loseConnection({ page, juno, control, channelId, connection }: Setup) {
  connection.isCut = true;
  await connection.route?.close();
  await expect(page.getByRole("status").filter({ hasText: "Connection lost" })).toBeVisible();
  await control.post("/twitch/gift", { login: "junoplays", viewer: "odalys_", count: 3 });
  await control.post("/twitch/follow", { login: "junoplays", viewer: "marekfixes" });
  const stored = async () => {
    const { records } = await juno.get<{ records: { kind: string; count: number }[] }>(
      `/channels/${channelId}/activities?limit=2`,
    );
    return records.map(({ kind, count }) => `${count} ${kind}`);
  };
  await expect.poll(stored, { intervals: POLL_INTERVALS }).toEqual(["1 follow", "3 gift_bomb"]);
  await expect(row(page, "3 Tier 1 subs")).toHaveCount(0);
  connection.isCut = false;
  await expect(row(page, "3 Tier 1 subs")).toHaveCount(1);
  await expect(feed(page).getByRole("listitem")).toHaveCount(5);
  await expect(feed(page).getByRole("listitem").first()).toContainText("followed");
}

async function popOut({ page, channelId }: Setup) {
  const [popout] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: "Pop out" }).click(),
  ]);
  await expect(popout).toHaveURL(`/popout/channels/${channelId}/activity-feed`);
  await expect(row(popout, "sent a Super Chat")).toContainText("$20.00");
  await expect(popout.getByRole("navigation")).toHaveCount(0);
  await page.getByRole("button", { name: "Test event" }).click();
  await page.getByRole("button", { name: "Bits", exact: true }).click();
  for (const each of [popout, page]) await expect(row(each, "cheered")).toContainText("Test");
  await popout.getByRole("button", { name: "What you see" }).click();
  await expect(popout.getByRole("checkbox", { name: "Follows" })).toBeChecked();
  await expectNoAxeViolations(popout);
  await popout.keyboard.press("Escape");
  await expectNoAxeViolations(page);
  const [card] = await Promise.all([
    page.context().waitForEvent("page"),
    row(popout, "gifted").getByRole("button", { name: "MarekFixes" }).click(),
  ]);
  await expect(card).toHaveURL(new RegExp(`/popout/channels/${channelId}/viewers/twitch/`));
}

test("the activity feed is watched, filtered, acknowledged and popped out", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch", "youtube"]);
  const setup = { page, juno, control, channelId, connection: await followSocket(page) };
  await test.step("events of platforms appear live with their amounts, and stay after a reload [P5 R2]", () =>
    seeEvents(setup));
  await test.step("filters by type, platform and size are still set after a reload [P5]", () => filterByType(setup));
  await test.step("activities are marked as seen by keyboard or all at once [P5]", () => acknowledge(setup));
  await test.step("a raider gets a shoutout, and its alert is replayed on a widget page [P5]", () => answerRaid(setup));
  await test.step("activities that happened while the page was offline appear without a reload [P5]", () =>
    loseConnection(setup));
  await test.step("the popout shows activities and test events, and opens viewer cards [P5 R3]", () => popOut(setup));
});
