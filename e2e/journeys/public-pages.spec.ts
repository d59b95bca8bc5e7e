import { expect, type Page, test } from "../fixtures.ts";
import { deleteDefaults, makeCommand } from "../harness/commands.ts";
import { holdRequests } from "../harness/network.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";

const HOSTILE = "<img src=x onerror=\"document.title='taken'\"><b>bold</b>";
const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

test("anyone can read and search a channel's commands without signing in [P6]", async ({ page, openSession }) => {
  const juno = await openSession("junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await deleteDefaults(juno, channelId);
  await makeCommand(juno, channelId, "!discord", "Join us on discord.example/juniper", {
    cmds: ["!discord", "!dc"],
    group: "Info",
  });
  await makeCommand(juno, channelId, "!hug", HOSTILE, { group: "Fun", access_level: 1, providers: ["twitch"] });
  await makeCommand(juno, channelId, "!plain", "Nothing special", { global_cooldown: 0, chatter_cooldown: 0 });
  await makeCommand(juno, channelId, "!hidden", "Not for everybody", { public: false });
  await makeCommand(juno, channelId, "!off", "Switched off", { enabled: false });
  await page.route("**/public-commands?*", (route) =>
    route.fulfill({ status: 503, json: { type: "unavailable", message: "The database does not answer." } }),
  );
  const release = await holdRequests(page, "**/public-commands?*");
  await page.goto(`/c/${channelId}/commands`);
  await expect(page.getByText("Loading commands")).toBeAttached();
  release();
  await test.step("a page that fails to load shows the error and a retry button [P6]", async () => {
    await expect(page.getByText("The database does not answer.")).toBeVisible();
    await page.unroute("**/public-commands?*");
    await page.getByRole("button", { name: "Try again" }).click();
  });
  await expect(page.getByRole("heading", { name: "Night Shift's commands" })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).filter({ hasText: "!discord" })).toContainText(/!dc.*Join us on .*15 s cooldown/s);
  await expect(rows(page).filter({ hasText: "!hug" })).toContainText("Sub");
  await expect(rows(page).filter({ hasText: "!hug" }).getByRole("img", { name: "On Twitch" })).toBeVisible();
  await expect(page.getByText(HOSTILE)).toBeVisible();
  await expect(page).toHaveTitle("Night Shift's commands · Greenroom");
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "public-commands");

  await page.getByRole("searchbox", { name: "Search commands" }).fill("DISC");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search commands" }).fill("not for everybody");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
});

test("anyone can read and search the quotes while they are public [P6]", async ({ page, browser, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await juno.put(`/channels/${channelId}/quote-settings`, { is_public: false });
  await juno.post(`/channels/${channelId}/quotes`, {
    text: "I meant to do that",
    quoted_name: "Juno",
    provider: "kick",
  });
  await juno.post(`/channels/${channelId}/quotes`, { text: HOSTILE, category: "Tunic" });
  await page.goto(`/channels/${channelId}/quotes`);
  const visitor = await (await browser.newContext({ locale: "en-GB" })).newPage();
  const address = new URL(`/c/${channelId}/quotes`, page.url()).href;
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { name: "Channel not found" })).toBeVisible();
  await expect(visitor.getByText("or its quotes aren't public")).toBeVisible();
  await expectNoAxeViolations(visitor);

  await expect(page.getByRole("link", { name: "Public page" })).toHaveCount(0);
  await page.getByRole("switch", { name: "Public", exact: true }).click();
  await expect(page.getByRole("link", { name: "Public page" })).toHaveAttribute("href", `/c/${channelId}/quotes`);
  await expect
    .poll(async () => (await juno.get<{ is_public: boolean }>(`/channels/${channelId}/quote-settings`)).is_public)
    .toBe(true);
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "Night Shift's quotes" })).toBeVisible();
  await expect(rows(visitor).first()).toContainText("#2");
  await expect(visitor.getByText(HOSTILE)).toBeVisible();
  await expect(visitor).toHaveTitle("Night Shift's quotes · Greenroom");
  await expectNoAxeViolations(visitor);
  await expectNoSidewaysScroll(visitor, "public-quotes");
  await visitor.getByRole("searchbox", { name: "Search quotes" }).fill("juno");
  await expect(rows(visitor)).toHaveCount(1);
  await expect(rows(visitor)).toContainText("I meant to do that");

  await navigateInApp(visitor, "/c/00000000-0000-7000-8000-000000000000/commands");
  await expect(visitor.getByRole("heading", { name: "Channel not found" })).toBeVisible();
  await visitor.context().close();
});
