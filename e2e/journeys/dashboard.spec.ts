import { expect, type Locator, type Page, test } from "../fixtures.ts";
import { chatLog, chatRow, createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";

type Setup = { page: Page; control: Rehearsal; channelId: string };

// A title wider than a phone.
const WIDE_TITLE = "Moths by night, and every lamp of the island goes out, one after another, until none is left";
const LONG_TITLE = "The last lighthouse, and nobody has a map";

const strip = (page: Page) => page.getByRole("region", { name: "Platforms" });
const cell = (page: Page, name: string) => strip(page).getByRole("region", { name });
const actions = (page: Page) => page.getByRole("region", { name: "Quick actions" });
const panic = (page: Page) => actions(page).getByRole("button", { name: "Panic" });
const saved = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === "PUT" && /user\/settings$/.test(response.url()));
const paneOrder = (page: Page) =>
  page.locator("[data-pane]").evaluateAll((panes) => panes.map((pane) => pane.getAttribute("data-pane")));

async function openDashboard({ page, control, channelId }: Setup) {
  await page.goto(`/channels/${channelId}`);
  await expect(page).toHaveTitle("Dashboard · Greenroom");
  await expect(page.getByRole("link", { name: "Dashboard", exact: true })).toHaveAttribute("aria-current", "page");
  for (const name of ["Twitch", "YouTube", "Kick", "TikTok"]) {
    await expect(cell(page, name)).toContainText("Live");
    await expect(cell(page, name).getByTitle("Viewers", { exact: true })).toHaveText(/^\d/);
    await expect(cell(page, name).getByTitle("Uptime")).toHaveText(/^\d+:\d\d/);
  }
  await sendMessage(control, "kick", "hello from Kick");
  await expect(chatRow(page, "hello from Kick")).toBeVisible();
  await expect(cell(page, "Kick")).toContainText(/lag \d+\.\d s/);
  await control.post("/twitch/raid", { login: "junoplays", viewer: "odalys_", viewers: 214 });
  await expect(page.getByRole("region", { name: "Activities" })).toContainText("214 viewers");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "dashboard");
}

async function changeTitle({ page }: Setup) {
  await cell(page, "YouTube").getByRole("button", { name: "Change the title on YouTube" }).click();
  const field = page.getByRole("textbox", { name: "Title on YouTube" });
  await field.fill("x".repeat(101));
  await expect(cell(page, "YouTube")).toContainText("101/100");
  await field.press("Enter");
  await expect(cell(page, "YouTube")).toContainText("At most 100 characters");
  await expect(field).toHaveValue("x".repeat(101));
  await field.fill(LONG_TITLE);
  await field.press("Enter");
  await expect(cell(page, "YouTube")).toContainText(LONG_TITLE);
  await expect(cell(page, "TikTok")).toContainText("Set the title in the TikTok app");
  await expectStripFits(page);
}

/** Expects that at laptop sizes uptime and lag are visible and no text of the strip is cut off. */
async function expectStripFits(page: Page) {
  const cut = () =>
    strip(page)
      .locator("section *")
      .evaluateAll((parts) =>
        parts
          .filter(({ clientWidth }) => clientWidth > 1)
          .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
          .map(({ textContent }) => textContent),
      );
  for (const size of [
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    for (const name of ["Uptime", "Time from the platform to here"])
      await expect(cell(page, "Kick").getByTitle(name)).toBeVisible();
    await expect.poll(cut).toEqual([]);
  }
}

async function setTitleAndCategory({ page, control }: Setup) {
  await actions(page).getByRole("button", { name: "Title and category" }).click();
  const dialog = page.getByRole("dialog", { name: "Title and category" });
  await dialog.getByRole("textbox", { name: "Title for all platforms" }).fill(WIDE_TITLE);
  await dialog.getByRole("textbox", { name: "Category on Twitch" }).fill("Moth");
  await page.getByRole("option", { name: /Moth/ }).first().click();
  await expectNoAxeViolations(page);
  await control.post("/kick/plug", { on: false });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Kick");
  await expect(dialog.getByRole("textbox", { name: "Title on Kick" })).toHaveValue(WIDE_TITLE);
  await expect(dialog.getByRole("textbox", { name: "Title on Kick" })).toHaveAttribute("aria-invalid", "true");
  await control.post("/kick/plug", { on: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(cell(page, "Twitch")).toContainText(WIDE_TITLE);
  await expect(cell(page, "Kick")).toContainText("Same title as Twitch");
}

async function runAnAd({ page, control }: Setup) {
  const ads = actions(page).getByRole("region", { name: "Ads" });
  await expect(ads).toContainText("next in");
  await control.post("/twitch/refuse-ads", { login: "junoplays", reason: "The broadcaster is not an affiliate" });
  await ads.getByRole("button", { name: "Run" }).click();
  await expect(ads).toContainText("Twitch says: The broadcaster is not an affiliate");
  await control.post("/twitch/refuse-ads", { login: "junoplays", reason: "" });
  await ads.getByRole("button", { name: "Run" }).click();
  await expect(ads).toContainText(/Ad: \d+ s left/);
  await control.wait("commercial_started");
}

async function quickActions({ page, control }: Setup) {
  const press = (name: string) => actions(page).getByRole("button", { name, exact: true }).click();
  await press("Set a marker");
  await control.wait("marker_created");
  const [clip] = await Promise.all([page.context().waitForEvent("page"), press("Make a clip")]);
  await control.wait("clip_created");
  await clip.close();
  await actions(page).getByRole("textbox", { name: "Channel to shout out" }).fill("pixelharbor");
  await page.keyboard.press("Enter");
  await control.wait("shouted_out");
  await press("Clear");
  await page.getByRole("dialog", { name: "Clear chat?" }).getByRole("button", { name: "Clear chat" }).click();
  await control.wait("chat_cleared");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  let seq = 0;
  for (const name of [/^Slow/, "Followers", "Subscribers", "Emotes only"]) {
    const mode = actions(page).getByRole("button", { name });
    for (const isOn of ["true", "false"]) {
      await mode.click();
      ({ seq } = await control.wait("chat_settings_changed", seq));
      await expect(mode).toHaveAttribute("aria-pressed", isOn);
    }
  }
}

async function pressPanic({ page, control }: Setup) {
  await control.post("/twitch/plug", { on: false });
  await panic(page).click();
  await expect(actions(page)).toContainText("Waiting for Twitch.");
  await expect(actions(page).getByRole("switch", { name: "Bot speaks" })).not.toBeChecked();
  await expect(actions(page).getByRole("switch", { name: "Alerts" })).not.toBeChecked();
  await control.post("/twitch/plug", { on: true });
  await expect(actions(page)).toContainText("Strict on Twitch.");
  await page.reload();
  await expect(panic(page)).toHaveAttribute("aria-pressed", "true");
  await expectNoAxeViolations(page);
  await panic(page).click();
  await expect(panic(page)).toHaveAttribute("aria-pressed", "false");
  await expect(actions(page).getByRole("switch", { name: "Bot speaks" })).toBeChecked();
  await expect(actions(page).getByRole("button", { name: "Subscribers" })).toHaveAttribute("aria-pressed", "false");
}

async function popOutPanes({ page, channelId }: Setup) {
  for (const [pane, path] of [
    ["chat", "chat"],
    ["activity", "activity-feed"],
    ["actions", "quick-actions"],
  ]) {
    const button = page.locator(`[data-pane="${pane}"]`).getByRole("button", { name: "Pop out" });
    const [popout] = await Promise.all([page.context().waitForEvent("page"), button.click()]);
    await expect(popout).toHaveURL(`/popout/channels/${channelId}/${path}`);
    await popout.close();
  }
}

/** Drags an edge by 100 pixels to the right; returns its new position in per cent. */
async function dragEdge(page: Page, edge: Locator): Promise<string> {
  const before = (await edge.getAttribute("aria-valuenow")) ?? "";
  await edge.hover();
  const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {};
  await page.mouse.down();
  await page.mouse.move(x + 100, y + 50);
  await expect(edge).not.toHaveAttribute("aria-valuenow", before);
  await Promise.all([saved(page), page.mouse.up()]);
  const after = (await edge.getAttribute("aria-valuenow")) ?? "";
  expect(Number(after)).toBeGreaterThan(Number(before));
  return after;
}

async function arrangePanes({ page }: Setup) {
  await expect.poll(() => paneOrder(page)).toEqual(["activity", "chat", "actions"]);
  await page.getByRole("button", { name: "Arrange panes" }).click();
  await Promise.all([saved(page), page.getByRole("menuitem", { name: "Move Activity right" }).click()]);
  await Promise.all([saved(page), page.getByRole("menuitem", { name: "Hide Quick actions" }).click()]);
  await page.keyboard.press("Escape");
  const edge = page.getByRole("separator", { name: "Resize Chat and Activity" });
  const before = Number(await edge.getAttribute("aria-valuenow"));
  await edge.focus();
  await Promise.all([saved(page), page.keyboard.press("ArrowRight")]);
  await expect(edge).toHaveAttribute("aria-valuenow", String(before + 2));
  const dragged = await dragEdge(page, edge);
  await page.reload();
  await expect.poll(() => paneOrder(page)).toEqual(["chat", "activity"]);
  await expect(edge).toHaveAttribute("aria-valuenow", dragged);
  await expect(page.getByRole("button", { name: "Panic" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Arrange panes" }).click();
  await Promise.all([saved(page), page.getByRole("menuitem", { name: "Reset the layout" }).click()]);
  await page.keyboard.press("Escape");
  await expect.poll(() => paneOrder(page)).toEqual(["activity", "chat", "actions"]);
}

async function usePhone({ page }: Setup) {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(strip(page).getByRole("button", { name: "Title and category" })).toBeInViewport({ ratio: 1 });
  await expect(chatLog(page)).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Dashboard panes" });
  await expect(tabs.getByRole("button", { name: "Panic" })).toBeVisible();
  await page.getByRole("button", { name: "Quick actions" }).click();
  await expect(panic(page)).toBeVisible();
  await page.getByRole("button", { name: "Title and category" }).first().click();
  await expect(page.getByRole("dialog", { name: "Title and category" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Activity", exact: true }).click();
  await expect(page.getByRole("region", { name: "Activities" })).toBeVisible();
}

test("the dashboard shows streams, changes titles, runs ads, has a panic button and saves its panes [R2 S1 V2]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control);
  const setup = { page, control, channelId };
  await openDashboard(setup);
  await changeTitle(setup);
  await setTitleAndCategory(setup);
  await runAnAd(setup);
  await quickActions(setup);
  await pressPanic(setup);
  await popOutPanes(setup);
  await arrangePanes(setup);
  await usePhone(setup);
});
