import type { Request } from "@playwright/test";
import { expect, type Page, storeToken, test } from "../fixtures.ts";
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTouchTargets,
  navigateInApp,
} from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

async function listChannels(page: Page, request: Promise<Request>) {
  const navigation = page.getByRole("navigation", { name: "Admin" });
  await expect(navigation.getByRole("link", { name: /^Channels/ })).toBeVisible();
  const bots = navigation.getByRole("link", { name: /^System Provider Bots/ });
  await expect(bots.locator("[data-tone]")).toHaveText("!");

  await navigation.getByRole("link", { name: /^Channels/ }).click();
  await expect(page).toHaveURL("/admin/channels");
  expect(new URL((await request).url()).searchParams.get("per_page")).toBe("50");
  await expect(page.getByRole("row")).toHaveCount(51);
  await expect(page.getByText("1 - 50 / 52")).toBeVisible();
  await expect(page.getByText("Records per page")).toBeVisible();
  expect((await page.getByRole("banner").boundingBox())?.height).toBe(50);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "admin-channels");
  await expectTouchTargets(page);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("51 - 52 / 52")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search channels" }).fill("channel 07");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByText("1 - 1 / 1")).toBeVisible();
}

async function suspendUser(page: Page, hana: Session) {
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "People" }).click();
  await expect(page).toHaveURL("/admin/people");
  await expect(page.getByRole("button", { name: "Actions for 花森ハナ" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "admin-people");
  await expectTouchTargets(page);
  await page.getByRole("button", { name: "Actions for 花森ハナ" }).click();
  await page.getByRole("menuitem", { name: "Suspend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByRole("row", { name: /花森ハナ/ }).getByText("Suspended")).toBeVisible();
  expect(await hana.username()).toBeUndefined();
  await page.getByRole("button", { name: "Actions for 花森ハナ" }).click();
  await page.getByRole("menuitem", { name: "Lift suspension" }).click();
  await expect(page.getByRole("row", { name: /花森ハナ/ }).getByText("Active")).toBeVisible();
}

test("an operator lists channels and suspends a user", async ({ page, openAs, openSession, installation }) => {
  const hana = await openSession("hanamori");
  const names = Array.from({ length: 52 }, (_, number) => `Channel ${String(number).padStart(2, "0")}`);
  await Promise.all(names.map((name) => hana.createChannel(name)));
  await openSession("junoplays");
  await installation.grantOperator("junoplays");
  const request = page.waitForRequest(/\/api\/2\/admin\/channels\?/);
  await openAs(page, "junoplays", "/admin");
  await test.step("operators see the admin pages in the sidebar, and every channel, fifty per page, with search [R4 A7 S4 O4 N2 N5 K10]", () =>
    listChannels(page, request));
  await test.step("an operator suspends a user, who is signed out at once", () => suspendUser(page, hana));
});

test("the admin area is closed to users until they become operators [A7 R4]", async ({
  page,
  openAs,
  openSession,
  installation,
}) => {
  const juno = await openSession("junoplays");
  await installation.grantOperator("junoplays");
  await openAs(page, "hanamori", "/admin/channels");
  const closed = page.getByText("Only server admins can open this page.");
  await expect(page.getByText("403", { exact: true })).toBeVisible();
  await expect(closed).toBeVisible();
  await expectNoAxeViolations(page);
  const { id } = await (await openSession("hanamori")).get<{ id: string }>("/user");
  await juno.put(`/admin/users/${id}/operator`, {});
  await expect(page.getByRole("navigation", { name: "Admin" })).toBeVisible();
  await juno.delete(`/admin/users/${id}/operator`);
  await expect(closed).toBeVisible();
});

const REASON = "Reported for spam";

async function suspendChannel(page: Page, hanaPage: Page) {
  const row = page.getByRole("row", { name: /Night Watch/ });
  const act = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Night Watch" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Suspend");
  const dialog = page.getByRole("dialog", { name: "Suspend Night Watch" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill(REASON);
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(row.getByText(REASON)).toBeVisible();
  await expect(hanaPage.getByRole("heading", { name: "Night Watch is suspended" })).toBeVisible();
  await expect(hanaPage.getByText(`Reason: ${REASON}`)).toBeVisible();
  await expectNoAxeViolations(hanaPage);
  await act("Lift suspension");
  await expect(row.getByText(REASON)).toHaveCount(0);
  await expect(hanaPage.getByRole("heading", { name: "Chat Commands" })).toBeVisible();
}

async function makeOperator(page: Page, hanaPage: Page) {
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "People" }).click();
  const change = async (action: string, verb: string) => {
    await page.getByRole("button", { name: "Actions for 花森ハナ" }).click();
    await page.getByRole("menuitem", { name: action }).click();
    await page.getByRole("dialog").getByRole("button", { name: verb }).click();
  };
  await change("Make operator", "Make operator");
  await expect(page.getByRole("row", { name: /花森ハナ/ }).getByText("Operator")).toBeVisible();
  await hanaPage.goto("/admin");
  await expect(hanaPage.getByRole("heading", { name: "Channels", level: 1 })).toBeVisible();
  await change("Remove as operator", "Remove");
  await expect(hanaPage.getByText("Only server admins can open this page.")).toBeVisible();
}

async function writeNotice(page: Page, hanaPage: Page, channelId: string) {
  const text = "Maintenance at 18:00, <b>ten</b> minutes";
  await hanaPage.goto("/channels");
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Notices" }).click();
  await expect(page.getByText("No notices", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Notice" }).fill(text);
  await page.getByRole("combobox", { name: "Level" }).selectOption("Warning");
  await page.getByRole("button", { name: "Publish" }).click();
  const banner = (on: Page) => on.getByRole("status").filter({ hasText: text });
  await expect(banner(page)).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "admin-notices");
  await expect(banner(hanaPage)).toBeVisible();
  await navigateInApp(hanaPage, `/channels/${channelId}/chat-commands/new`);
  await expect(hanaPage.getByRole("button", { name: /^Save/ })).toBeInViewport({ ratio: 1 });
  await navigateInApp(hanaPage, "/channels");
  const saved = hanaPage.waitForResponse((response) => response.request().method() === "PUT");
  await banner(hanaPage).getByRole("button", { name: "Dismiss" }).click();
  await expect(banner(hanaPage)).toHaveCount(0);
  await saved;
  await hanaPage.reload();
  await expect(hanaPage.getByRole("link", { name: /Night Watch/ }).first()).toBeVisible();
  await expect(banner(hanaPage)).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
  await expect(banner(page)).toHaveCount(0);
}

test("an operator suspends a channel, makes a user operator and publishes a notice", async ({
  page,
  browser,
  openAs,
  openSession,
  installation,
}) => {
  const hana = await openSession("hanamori");
  const channelId = await hana.createChannel("Night Watch");
  await openSession("junoplays");
  await installation.grantOperator("junoplays");
  const context = await browser.newContext({ baseURL: installation.url, reducedMotion: "reduce" });
  const hanaPage = await context.newPage();
  await storeToken(hanaPage, hana);
  await hanaPage.goto(`/channels/${channelId}/chat-commands`);
  await expect(hanaPage.getByRole("heading", { name: "Chat Commands" })).toBeVisible();
  await openAs(page, "junoplays", "/admin/channels");
  await test.step("the admin area has channels, system bots and templates, in this order [P9 S4]", async () => {
    const links = page.getByRole("navigation", { name: "Admin" }).getByRole("link");
    await expect(links.nth(0)).toHaveAccessibleName(/^Channels/);
    await expect(links.nth(1)).toHaveAccessibleName(/^System Provider Bots/);
    await expect(links.nth(2)).toHaveAccessibleName(/^Command Templates/);
  });
  await test.step("a channel's open page shows why the channel is suspended", () => suspendChannel(page, hanaPage));
  await test.step("the admin area opens and closes with the role of operator [A7]", () => makeOperator(page, hanaPage));
  await test.step("a notice is shown to users until they dismiss it", () => writeNotice(page, hanaPage, channelId));
  await context.close();
});

test("admin pages of channels, bots and templates open when loaded directly [R4 P9]", async ({
  page,
  openAs,
  openSession,
  installation,
}) => {
  await openSession("junoplays");
  await installation.grantOperator("junoplays");
  const juno = await openAs(page, "junoplays");
  const commands = [{ cmds: ["!lurk"], responses: [{ text: "Bye" }] }];
  const template = await juno.post<{ id: string }>("/admin/command-templates", { title: "Loaded directly", commands });
  await juno.createChannel("Night Watch");
  const shown = {
    "/admin": ["Channels", page.getByRole("row", { name: /Night Watch/ })],
    "/admin/channels": ["Channels", page.getByRole("row", { name: /Night Watch/ })],
    "/admin/system-provider-bots": [
      "System Provider Bots",
      page.getByRole("main").getByRole("link", { name: "Twitch" }),
    ],
    "/admin/system-provider-bots/twitch": ["System bot on Twitch", page.getByRole("button", { name: "Connect" })],
    "/admin/command-templates": ["Command Templates", page.getByRole("main").getByText("Loaded directly")],
  } as const;
  for (const [address, [heading, content]] of Object.entries(shown)) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: heading, exact: true }).first()).toBeVisible();
    await expect(content.first()).toBeVisible();
  }
  await page.goto(`/admin/command-templates/${template.id}`);
  await expect(page.getByRole("region", { name: "Template Loaded directly" })).toBeVisible();
  await juno.delete(`/admin/command-templates/${template.id}`);
});
