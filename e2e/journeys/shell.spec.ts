import { expect, type Page, test } from "../fixtures.ts";
import { makeCommand } from "../harness/commands.ts";
import { holdRequests } from "../harness/network.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; juno: Session; channelId: string };

const heightOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.height;
const widthOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.width;

test("a screen whose script cannot be loaded reloads the page once, and only once per 30 s [O5 N4]", async ({
  page,
  openAs,
}) => {
  await openAs(page, "junoplays", "/welcome");
  await page.getByRole("heading", { name: "Welcome, JunoPlays" }).waitFor();
  await page.route(/create-channel.*\.js$/, (route) => route.abort());
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  const create = page.getByRole("link", { name: "Create channel" });
  await Promise.all([page.waitForEvent("load"), create.click()]);
  await create.click();
  await expect(page.getByRole("link", { name: "Go back" })).toBeVisible();
  expect(loads).toBe(1);

  await page.evaluate(() => {
    const at = Number(sessionStorage.getItem("greenroom.reloaded-at"));
    sessionStorage.setItem("greenroom.reloaded-at", String(at - 30_000));
  });
  await page.goto("/welcome");
  await Promise.all([page.waitForEvent("load"), create.click()]);
  expect(loads).toBe(3);
});

async function usePalette({ page }: Setup) {
  await expect(page.getByRole("navigation", { name: "Channel" })).toBeVisible();
  const release = await holdRequests(page, "**/assets/shell-palette-*.js");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("crea");
  release();
  await page.keyboard.type("te");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("combobox")).toHaveValue("create");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "palette");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/create-channel");
  await page.goBack();
}

async function findCommand({ page, juno, channelId }: Setup) {
  const { id } = await makeCommand(juno, channelId, "!discord", "discord.example/juniper");
  const palette = page.getByRole("dialog").getByRole("combobox");
  await page.keyboard.press("Control+k");
  await expect(palette).toBeFocused();
  await page.keyboard.type("!disc");
  await expect(page.getByRole("option", { name: /^!discord/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands/${id}`);
  await page.keyboard.press("Control+k");
  await expect(palette).toBeFocused();
  await page.keyboard.type("new command");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands/new`);
}

async function collapse({ page, juno }: Setup) {
  await expect(page.getByRole("button", { name: "Collapse" })).toBeVisible();
  const release = await holdRequests(page, "**/api/2/user/settings");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Collapse" }).click();
  await expect(page.getByRole("button", { name: "Expand" })).toBeVisible();
  expect((await sent).postDataJSON()).toEqual({ sidebar_collapsed: true });
  release();
  await expect.poll(() => juno.get("/user/settings")).toEqual({ kept: "yes", sidebar_collapsed: true });
}

async function stayCollapsed({ page, channelId }: Setup) {
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "sidebar-collapsed");
  await page.goto(`/channels/${channelId}/providers`);
  await expect(page.getByRole("button", { name: "Expand" })).toBeVisible();
}

async function openUnknownAddress({ page, channelId }: Setup) {
  await page.goto(`/channels/${channelId}/nowhere`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Channel" })).toBeVisible();
  await expectNoAxeViolations(page);
  await navigateInApp(page, "/nowhere/at/all");
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "not-found");
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).not.toHaveURL(/nowhere/);
}

async function goHome({ page, channelId }: Setup) {
  // Starts on a screen other than the one that the brand leads to.
  await page.getByRole("link", { name: "Quotes", exact: true }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/quotes`);
  const brand = page.getByRole("banner").getByRole("link").first();
  await expect(brand).toHaveAttribute("href", "/");
  await brand.click();
  // With one channel, that channel is home, and the list of channels stays reachable.
  await expect(page).toHaveURL(`/channels/${channelId}`);
  await page.getByRole("button", { name: /^Switch channel/ }).click();
  await page.getByRole("link", { name: "All channels" }).click();
  await expect(page.getByRole("heading", { name: "Channels", exact: true })).toBeVisible();
  await page.goBack();
}

async function measureFrame({ page }: Setup) {
  const navigation = page.getByRole("navigation", { name: "Channel" });
  await expect(navigation).toBeVisible();
  expect(await heightOf(page, "header")).toBe(45);
  expect(await widthOf(page, "div:has(> nav[aria-label=Channel])")).toBe(250);
  await page.setViewportSize({ width: 992, height: 800 });
  await expect(navigation).toBeVisible();
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(navigation).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(navigation.getByRole("link", { name: /^Platforms/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(navigation).toBeVisible();
}

test("the frame around a channel has a palette, a brand, a sidebar and pages for unknown URLs", async ({
  page,
  openAs,
}) => {
  const juno = await openAs(page, "junoplays");
  await juno.put("/user/settings", { kept: "yes" });
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/providers`);
  const setup = { page, juno, channelId };
  await test.step("the command palette opens with Ctrl+K, keeps the first letters and opens a screen by keyboard", () =>
    usePalette(setup));
  await test.step("the brand leads home from a channel [O1]", () => goHome(setup));
  await test.step("the sidebar is 250 px wide and the header 45 px high; below 992 px a menu replaces the sidebar [N5]", () =>
    measureFrame(setup));
  await test.step("the palette opens a command by name, and the editor of a new one [P6]", () => findCommand(setup));
  await test.step("collapsing the sidebar shows at once, and only the changed setting is sent [T12 E3 S3]", () =>
    collapse(setup));
  await test.step("the collapsed sidebar stays collapsed when the page is loaded again [S3]", () =>
    stayCollapsed(setup));
  await test.step("an unknown address shows status, status text and Go back [O2]", () => openUnknownAddress(setup));
});
