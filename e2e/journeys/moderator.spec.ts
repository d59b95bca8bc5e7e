import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; control: Rehearsal };

const MOD = 7;
const MODERATED = ["youtube", "kick", "tiktok"];
const VIEWER = "brisket99";

const card = (page: Page) => page.getByRole("region", { name: "Viewer card" });
const undoBar = (page: Page) => page.getByRole("region", { name: "Undo", exact: true });
const inToolbar = (page: Page, button: string) =>
  page.getByRole("toolbar").getByRole("button", { name: button, exact: true });

/** Sends a message with the pointer outside the list, because the list holds back new lines under a pointer. */
async function moveAwayAndSend(page: Page, ...message: Parameters<typeof sendMessage>) {
  await page.mouse.move(0, 0);
  return sendMessage(...message);
}

/** Hovers a line and clicks a button of its toolbar. */
async function press(page: Page, line: string, button: string) {
  await chatRow(page, line).hover();
  await chatRow(page, line).getByRole("toolbar").getByRole("button", { name: button, exact: true }).click();
}

/** Makes the user a Mod of the channel. */
async function joinAsMod(owner: Session, mod: Session, channelId: string) {
  const invite = { level: MOD, expires_in_seconds: 3_600 };
  const { link } = await owner.post<{ link: string }>(`/channels/${channelId}/invites`, invite);
  await mod.acceptInvite(link);
}

/** Expects that the platform rejects messages of the banned or timed-out viewer. */
async function expectSilenced(control: Rehearsal, provider: string) {
  await expect(sendMessage(control, provider, "let me speak", { viewer: VIEWER })).rejects.toThrow(/409/);
}

async function bansAfter(control: Rehearsal, seq: number) {
  const { records } = await control.get<{ records: { event: string }[] }>(`/events?after=${seq}`);
  return records.filter(({ event }) => event === "banned");
}

// The behaviour of each platform is tested in tests/features/moderation; the screen is the same for all platforms.
async function expectRefusals({ page, control }: Setup) {
  const { seq } = await moveAwayAndSend(page, control, "kick", "a colleague", { viewer: "marekfixes" });
  const colleague = "Only Admins and Owners can moderate a moderator.";
  await expectRefused(page, "kick", colleague, () => press(page, "a colleague", "Ban"));
  await moveAwayAndSend(page, control, "kick", "the streamer", { viewer: "junoplays" });
  await chatRow(page, "the streamer").hover();
  await expect(inToolbar(page, "Ban: You can't ban the broadcaster")).toHaveAttribute("aria-disabled", "true");
  await inToolbar(page, "Open viewer card").click();
  const ban = card(page).getByRole("button", { name: "Ban", exact: true });
  await expectRefused(page, "kick", "You can't moderate the broadcaster.", () => ban.click());
  expect(await bansAfter(control, seq)).toEqual([]);
  await expect(page.locator("[data-removed]")).toHaveCount(0);
}

async function moderate({ page, control }: Setup) {
  const { seq } = await moveAwayAndSend(page, control, "youtube", "rude words", { viewer: VIEWER });
  await press(page, "rude words", "Delete");
  await expect(chatRow(page, "rude words")).toContainText("Deleted by Odalys_");
  await control.wait("message_removed", seq);

  await moveAwayAndSend(page, control, "youtube", "loud words", { viewer: VIEWER });
  await press(page, "loud words", "Time out for 10 minutes");
  await expect(chatRow(page, "loud words")).toContainText("Timed out 10 m by Odalys_");
  await expectSilenced(control, "youtube");

  await press(page, "loud words", "Open viewer card");
  await expect(card(page).getByText(/^Timed out, (10 m|9 m \d+ s) left$/)).toBeVisible();
  await card(page).getByRole("button", { name: "Ban", exact: true }).click();
  await expect(card(page).getByText("Banned", { exact: true })).toBeVisible();
  await expect(card(page).getByText("Banned by Odalys_")).toBeVisible();
  await expectSilenced(control, "youtube");

  await card(page).getByRole("button", { name: "Unban" }).click();
  await expect(card(page).getByText("Banned", { exact: true })).toHaveCount(0);
  await moveAwayAndSend(page, control, "youtube", "back again", { viewer: VIEWER });
  await expect(chatRow(page, "back again")).toBeVisible();

  await press(page, "back again", "Ban");
  await expect(chatRow(page, "back again")).toContainText("Banned by Odalys_");
  await expectSilenced(control, "youtube");
  await undoBar(page).getByRole("button").click();
  await expect(chatRow(page, "back again")).not.toContainText("Banned");
  await moveAwayAndSend(page, control, "youtube", "once more", { viewer: VIEWER });
  await expect(chatRow(page, "once more")).toBeVisible();
}

async function hideOnTikTok({ page, control }: Setup) {
  await moveAwayAndSend(page, control, "tiktok", "rude on tiktok", { viewer: VIEWER });
  const rude = chatRow(page, "rude on tiktok");
  await press(page, "rude on tiktok", "Hide here (still visible on TikTok)");
  await expect(rude).toContainText("Deleted by Odalys_ · hidden here only; still visible on TikTok");
  await undoBar(page).getByRole("button").click();
  await expect(rude).not.toContainText("Deleted");
  await chatRow(page, "rude on tiktok").hover();
  await expect(inToolbar(page, "Ban: only in the TikTok app")).toHaveAttribute("aria-disabled", "true");
}

async function waitForSlowPlatform({ page, control }: Setup) {
  const { seq } = await moveAwayAndSend(page, control, "kick", "ban me slowly", { viewer: VIEWER });
  const bans = "/kick/public/v1/moderation/bans";
  await control.post("/kick/delay", { ms: 2_000, path_prefix: bans });
  await press(page, "ban me slowly", "Ban");
  await expect(inToolbar(page, "Ban")).toHaveAttribute("aria-busy", "true");
  // Pressed by keyboard: a click would wait until the button is enabled.
  await page.keyboard.press("Enter");
  await expect(chatRow(page, "ban me slowly")).not.toHaveAttribute("data-removed");
  await expect(chatRow(page, "ban me slowly")).toContainText("Banned by Odalys_");
  // On a slow machine the toolbar may have closed during the request.
  await chatRow(page, "ban me slowly").hover();
  await expect(inToolbar(page, "Ban")).not.toHaveAttribute("aria-busy");
  expect(await bansAfter(control, seq)).toHaveLength(1);

  await press(page, "ban me slowly", "Open viewer card");
  const unban = card(page).getByRole("button", { name: "Unban" });
  await unban.click();
  await expect(unban).toHaveAttribute("aria-busy", "true");
  await expect(card(page).getByRole("button", { name: "Ban", exact: true })).toHaveAttribute("aria-disabled", "true");
  await expect(unban).toHaveCount(0);
  await expect(chatRow(page, "ban me slowly")).not.toHaveAttribute("data-removed");
}

test("a Mod moderates with refused bans, unsupported actions and a slow platform", async ({
  page,
  openAs,
  openSession,
  control,
}) => {
  const owner = await openSession("junoplays");
  const channelId = await createLiveChannel(owner, control, MODERATED);
  const mod = await openAs(page, "odalys_");
  await joinAsMod(owner, mod, channelId);
  await mod.connectAccount("odalys_", "youtube");
  await mod.connectAccount("odalys_", "kick");
  await control.post("/kick/moderator", { login: "junoplays", viewer: "marekfixes", on: true });
  await page.goto(`/channels/${channelId}/chat`);
  const setup = { page, control };
  await test.step("a Mod sees why a ban is refused, and no ban is sent [P4 X2]", () => expectRefusals(setup));
  await test.step("a Mod deletes, times out, bans and unbans on the platform [P4 T3 X4 X5 X6]", () => moderate(setup));
  await test.step("a message that TikTok cannot delete is hidden in Greenroom, and the disabled Ban button says why [P4]", () =>
    hideOnTikTok(setup));
  await test.step("a slow platform keeps the buttons busy, and the ban is sent once [P4]", () =>
    waitForSlowPlatform(setup));
});

/** Expects that a ban is refused with this text; awaits the response too, as an earlier toast may still be visible. */
async function expectRefused(page: Page, provider: string, text: string, act: () => Promise<void>) {
  const isBan = (url: string) => url.includes(`/${provider}/`) && url.endsWith("/ban");
  const [response] = await Promise.all([page.waitForResponse((each) => isBan(each.url())), act()]);
  expect(response.status()).toBe(409);
  await expect(page.getByText(text, { exact: true })).toBeVisible();
}

test("a Mod permits one link, and pins one card above another [P4]", async ({ page, openAs, openSession, control }) => {
  const owner = await openSession("junoplays");
  const channelId = await createLiveChannel(owner, control, ["twitch"]);
  await owner.post(`/channels/${channelId}/filters`, { type: "link", name: "Links", settings: { permit_seconds: 90 } });
  const mod = await openAs(page, "hanamori");
  await joinAsMod(owner, mod, channelId);
  await page.goto(`/channels/${channelId}/chat`);
  await moveAwayAndSend(page, control, "twitch", "@hanamori see clips.example", { viewer: VIEWER });
  const caught = chatRow(page, "see clips.example");
  await expect(caught).toHaveAttribute("data-removed", "true");
  await expect(caught.locator("[data-me]")).toHaveText("@hanamori");
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.fill(`/permit ${VIEWER}`);
  await field.press("Enter");
  await expect(page.getByText(/Brisket99 can post one link in the next 90 s/i)).toBeVisible();
  await moveAwayAndSend(page, control, "twitch", "now clips.example again", { viewer: VIEWER });
  await expect(chatRow(page, "now clips.example again")).toBeVisible();

  await press(page, "now clips.example again", "Open viewer card");
  const first = page.getByRole("region", { name: "Viewer card, Brisket99" });
  await first.getByRole("button", { name: "Permit one link" }).click();
  await expect(page.getByText(/Brisket99 can post one link in the next 90 s/i)).toBeVisible();
  const pin = first.getByRole("button", { name: "Pin" });
  await pin.click();
  await expect(pin).toHaveAttribute("aria-pressed", "true");
  await moveAwayAndSend(page, control, "twitch", "who is that", { viewer: "marekfixes" });
  await press(page, "who is that", "Open viewer card");
  const second = page.getByRole("region", { name: "Viewer card, MarekFixes" });
  await expect(second.getByRole("group")).toBeFocused();
  await expect(first).toBeVisible();
  const positions = [await first.boundingBox(), await second.boundingBox()];
  expect(positions[0]?.x).toBe(positions[1]?.x);
  expect((positions[0]?.y ?? 0) + (positions[0]?.height ?? 0)).toBeLessThan(positions[1]?.y ?? 0);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "viewer-cards");
  await press(page, "now clips.example again", "Open viewer card");
  await expect(first.getByRole("group")).toBeFocused();
  await second.getByRole("group").focus();
  await page.keyboard.press("Escape");
  await expect(second).toHaveCount(0);
  await expect(page.locator("body")).not.toBeFocused();
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(first.getByRole("button", { name: "Pop out" })).toBeVisible();
  await expect(pin).toHaveCount(0);
  if (size) await page.setViewportSize(size);
  await first.getByRole("button", { name: "Close viewer card" }).click();
  await expect(first).toHaveCount(0);
});
