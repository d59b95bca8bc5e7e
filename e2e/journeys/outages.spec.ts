import { expect, type Page, storeToken, test } from "../fixtures.ts";
import type { Installation } from "../harness/installation.ts";
import { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import { Session } from "../harness/session.ts";
import { expectAbout } from "../harness/times.ts";

const STREAMING = ["Twitch", "YouTube", "Kick", "TikTok"];

const card = (page: Page, name: string) => page.getByRole("region", { name: `${name}: JunoPlays` });
const fact = (page: Page, name: string, term: string) =>
  card(page, name).getByRole("term").filter({ hasText: term }).locator("xpath=following-sibling::dd");

/** Goes live with simulated chat, then connects, so that each connection must find the running stream. */
async function goLive(names: readonly string[], juno: Session, control: Rehearsal): Promise<string> {
  const channelId = await juno.createChannel("Night Shift");
  for (const name of names) {
    const provider = name.toLowerCase();
    await control.post(`/${provider}/go-live`, { login: "junoplays" });
    await control.post(`/${provider}/rate`, { per_second: 3 });
    if (provider === "tiktok") await juno.connectHandle(channelId);
    else await juno.connectPlatform(channelId, "junoplays", provider);
  }
  return channelId;
}

test("four platforms chat at once; unplugging one leaves the other three connected, and the screen shows it [P10]", async ({
  page,
  context,
  openAs,
  control,
  installation,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await goLive(STREAMING, juno, control);
  await page.goto(`/channels/${channelId}/providers`);
  for (const name of STREAMING) {
    await expect(card(page, name).getByText("Live", { exact: true })).toBeVisible();
    await expect(fact(page, name, "Viewers")).toHaveText(/^[\d,]+$/);
    await expect(fact(page, name, "Lag")).toHaveText(/^\d+(\.\d)? s/);
    await expect(fact(page, name, "Last event")).toHaveText(/^(Now|\d+ s ago)$/);
  }
  await expect(fact(page, "YouTube", "Quota today")).toHaveText(/^\d+ %/);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "platforms");

  const controlPage = await context.newPage();
  await controlPage.goto(`${installation.controlUrl}/`);
  await expect(controlPage.getByRole("list").first()).toContainText("Boss fight");
  await controlPage.getByText("Break things").click();
  await expectNoAxeViolations(controlPage);
  await controlPage.getByRole("button", { name: "Unplug: Twitch" }).click();
  await page.bringToFront();
  await expect(card(page, "Twitch").getByText("Connection issue", { exact: true })).toBeVisible();
  await expect(card(page, "Twitch")).toContainText(/Twitch .+ Trying again/);
  await expectNoSidewaysScroll(page, "platforms-trouble");
  for (const name of STREAMING.slice(1)) {
    await expect(card(page, name).getByText("Connection issue", { exact: true })).toHaveCount(0);
    await expect(fact(page, name, "Last event")).toHaveText(/^(Now|\d s ago)$/);
  }
  await controlPage.bringToFront();
  await controlPage.getByRole("button", { name: "Plug in: Twitch" }).click();
  await expect(card(page, "Twitch").getByText("Connection issue", { exact: true })).toHaveCount(0);
});

test("an outage of Kick is shown in chat, on the chip and on the card of Kick, until it ends", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await goLive(["Twitch", "Kick"], juno, control);
  await page.goto(`/channels/${channelId}/chat`);
  const chips = page.getByRole("group", { name: "Send to" });
  await expect(chips.getByRole("button", { name: "Kick" })).toBeVisible();
  const notice = page.getByRole("status").filter({ hasText: "Kick is not responding" });
  await expect(notice).toHaveCount(0);

  await control.post("/kick/plug", { on: false });
  await expect(notice).toBeVisible();
  await expect(chips.getByRole("button", { name: /^Kick: .*Kick is not responding/ })).toHaveAttribute("data-trouble");
  await expect(chips.getByRole("button", { name: /^Twitch: .*not responding/ })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat-outage");
  await page.getByRole("link", { name: "Platforms", exact: true }).click();
  await expect(card(page, "Kick").getByText("Connection issue", { exact: true })).toBeVisible();
  await expect(card(page, "Kick")).toContainText("Kick is not responding");

  await control.post("/kick/plug", { on: true });
  await expect(card(page, "Kick").getByText("Connection issue", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await expect(chips.getByRole("button", { name: "Kick" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

async function useUpQuota(page: Page, controlUrl: string) {
  await expect(fact(page, "YouTube", "Last event")).toHaveText(/^(Now|\d+ s ago)$/);
  const controlPage = await page.context().newPage();
  await controlPage.goto(`${controlUrl}/`);
  await controlPage.getByText("Break things").click();
  await controlPage.getByRole("button", { name: "Exhaust quota" }).click();
  // An open chat stream uses no more quota; the next call is refused.
  await controlPage.getByRole("button", { name: "Drop sockets: YouTube" }).click();
  await page.bringToFront();
  const text = "Today's quota is used up. YouTube works again after midnight Pacific time.";
  await expect(card(page, "YouTube")).toContainText(text);
  await expect(fact(page, "YouTube", "Quota today")).toHaveText(/^100 %/);
  await expectNoSidewaysScroll(page, "platforms-quota");
  await expect(fact(page, "Kick", "Last event")).toHaveText(/^(Now|\d s ago)$/);
}

async function loseServer(page: Page, installation: Installation, tries: number[]) {
  await installation.stopServer();
  const seen = tries.length;
  await expect.poll(() => tries.length - seen).toBeGreaterThanOrEqual(4);
  const gaps = tries.slice(seen).flatMap((at, index, all) => (index === 0 ? [] : [at - (all[index - 1] ?? 0)]));
  for (const gap of gaps) expectAbout(gap, 1_000);
  const refetched = page.waitForResponse((response) => response.url().endsWith("/providers") && response.ok());
  await installation.startServer();
  await refetched;
}

// A separate installation, because the quota stays used up until midnight.
test("a used-up quota is shown, and a stopped server is tried again", async ({ page, startInstallation }) => {
  const tries: number[] = [];
  page.on("websocket", (socket) => {
    if (socket.url().endsWith("/providers-ws")) tries.push(performance.now());
  });
  const installation = await startInstallation();
  const juno = await storeToken(page, await Session.open(installation.url, "junoplays"));
  const channelId = await goLive(["YouTube", "Kick"], juno, new Rehearsal(installation.controlUrl));
  await page.goto(`${installation.url}/channels/${channelId}/providers`);
  await test.step("when YouTube's quota is used up the card says so, and the others continue [P10 P13]", () =>
    useUpQuota(page, installation.controlUrl));
  await test.step("the page opens its lost socket again every second until the server is back [T9 N3]", () =>
    loseServer(page, installation, tries));
});
