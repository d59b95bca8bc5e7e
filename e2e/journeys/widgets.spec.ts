import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";

type Setup = { page: Page; control: Rehearsal; channelId: string };

const EVIL = "https://evil.example";

const preview = (page: Page) => page.frameLocator("iframe[title^='Preview of']");
const settings = (page: Page) => page.getByRole("region", { name: /^Settings of/ });
const sources = (page: Page) => page.getByRole("region", { name: "Connected sources" });
const tests = (page: Page) => page.getByRole("region", { name: "Send a test to this widget" });
const saved = (page: Page) => page.waitForResponse((response) => response.request().method() === "PUT");

async function create(page: Page, button: string, type: RegExp) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("dialog").getByRole("button", { name: type }).click();
  await expect(settings(page)).toBeVisible();
}

/** Opens the copied address in a new page, as OBS does. */
async function openSource(page: Page): Promise<Page> {
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("Address copied")).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/widget\/[0-9a-f-]{36}#key=[\w-]{43}$/);
  const source = await page.context().newPage();
  await source.goto(address);
  await expect(sources(page).getByRole("listitem")).toHaveText(/ on /);
  return source;
}

async function makeChat({ page, channelId }: Setup) {
  await page.goto(`/channels/${channelId}/widgets`);
  await expect(page.getByRole("heading", { name: "No widgets yet" })).toBeVisible();
  await create(page, "Create widget", /^Chat /);
  await page.getByRole("textbox", { name: "Name" }).fill("Chat, bottom left");
  await Promise.all([saved(page), page.keyboard.press("Control+s")]);
  // The end of the key is completely visible beside the buttons.
  await expect(page.getByText(/^#key=•+[\w-]{4}$/)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("Saved, live on stream")).toBeVisible();
  await expect(page).toHaveTitle("Chat, bottom left · Greenroom");
  await expectNoAxeViolations(page);
}

async function showChat({ page, control }: Setup): Promise<Page> {
  const source = await openSource(page);
  await sendMessage(control, "twitch", "wait was that door always open");
  for (const shown of [source, preview(page)]) await expect(shown.locator(".chat-line")).toContainText("that door");
  await tests(page).getByRole("button", { name: "Message", exact: true }).click();
  for (const shown of [source, preview(page)]) await expect(shown.locator(".chat-line")).toHaveCount(2);
  // The preview is not a source.
  await expect(sources(page).getByRole("listitem")).toHaveCount(1);
  return source;
}

async function previewCss({ page }: Setup, source: Page) {
  await page.getByText("Custom CSS").click();
  await page.getByRole("textbox", { name: "CSS" }).fill(".chat-line { opacity: 0.5 }");
  await tests(page).getByRole("button", { name: "Message", exact: true }).click();
  await expect(preview(page).locator(".chat-line").last()).toHaveCSS("opacity", "0.5");
  await expect(source.locator(".chat-line").last()).toHaveCSS("opacity", "1");
  await Promise.all([saved(page), page.getByRole("button", { name: "Save" }).click()]);
  await expect(source.locator(".chat-line").last()).toHaveCSS("opacity", "0.5");
  await expectNoSidewaysScroll(page, "widget-editor");
}

async function expectNoForeignRequests({ page, control }: Setup) {
  const reached: string[] = [];
  await page.context().route(`${EVIL}/**`, (route) => {
    reached.push(route.request().url());
    return route.fulfill({ body: "" });
  });
  const css = page.getByRole("textbox", { name: "CSS" });
  const saved = await css.inputValue();
  await css.fill(`.chat-line { background: url(${EVIL}/picture) }`);
  await sendMessage(control, "twitch", "what a view");
  const line = preview(page).locator(".chat-line", { hasText: "what a view" });
  await expect(line).toHaveCSS("background-image", "none");
  await expect(line).toHaveCSS("opacity", "0.5");
  await css.fill(saved);
  expect(reached).toEqual([]);
}

async function replaceKey({ page }: Setup, source: Page) {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create new key" }).click();
  await expect(page.getByText("New key created")).toBeVisible();
  await expect(source.locator(".chat-line")).toHaveCount(0);
  await expect(source.locator("body")).toHaveText("");
  await expect(settings(page).getByText("Not connected")).toBeVisible();
  await expect(preview(page).locator(".chat-line").first()).toBeVisible();
  await source.close();
}

async function playAlerts({ page, control, channelId }: Setup) {
  await navigateInApp(page, `/channels/${channelId}/widgets`);
  await create(page, "New widget", /^Alerts /);
  await page.getByRole("button", { name: "Add the usual alerts" }).click();
  // The alert is longer than each wait of this journey, so only Skip can end it.
  await page.getByText("Raids", { exact: true }).click();
  await page.getByRole("spinbutton", { name: "Duration in seconds" }).fill("60");
  await Promise.all([saved(page), page.keyboard.press("Control+s")]);
  const source = await openSource(page);
  await tests(page).getByRole("button", { name: "Follow" }).click();
  await expect(source.locator(".alert")).toContainText("follows");
  const queue = page.getByRole("region", { name: "Alert queue" });
  await queue.getByRole("button", { name: "Pause alerts" }).click();
  await expect(queue.getByText("Paused")).toBeVisible();
  await control.post("/twitch/raid", { login: "junoplays", viewer: "odalys_", viewers: 214 });
  await expect(queue.getByText("Waiting")).toBeVisible();
  await queue.getByRole("button", { name: "Resume alerts" }).click();
  const raid = source.locator(".alert", { hasText: "214 viewers" });
  await expect(raid).toBeVisible();
  await queue.getByRole("button", { name: "Skip" }).click();
  await expect(raid).toHaveCount(0);
  await expectNoAxeViolations(page);
}

async function list({ page, channelId }: Setup) {
  await navigateInApp(page, `/channels/${channelId}/widgets`);
  const cards = page.getByRole("list", { name: "Widgets" }).getByRole("listitem");
  await expect(cards).toHaveCount(2);
  await expect(cards.filter({ hasText: "Alerts" })).toContainText(" on ");
  await expect(cards.filter({ hasText: "Chat, bottom left" })).toContainText("Not in use");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "widgets");
  await page.getByRole("button", { name: "Actions for Chat, bottom left" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(cards.filter({ hasText: "Chat, bottom left 2" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Chat, bottom left", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Stream Widgets" })).toHaveAttribute("aria-current", "page");
}

test("widgets are created, shown by URL, tested and get a new key", async ({ page, openAs, control, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const juno = await openAs(page, "junoplays");
  const setup = { page, control, channelId: await createLiveChannel(juno, control, ["twitch"]) };
  await test.step("a chat widget is created, named and saved [P7 R2]", () => makeChat(setup));
  const source = await test.step("page and preview show chat and test messages [P7 R5]", () => showChat(setup));
  await test.step("unsaved CSS shows in the preview only, saved CSS on stream [P7]", () => previewCss(setup, source));
  await test.step("CSS in the preview loads nothing from other servers [P7]", () => expectNoForeignRequests(setup));
  await test.step("a page with a replaced key becomes blank [P7 R5]", () => replaceKey(setup, source));
  await test.step("alerts are tested, paused, shown and skipped [P7]", () => playAlerts(setup));
  await test.step("the list shows widgets in use, and duplicates and deletes widgets [P7 R2 S1]", () => list(setup));
});
