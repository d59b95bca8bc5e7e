import { expect, type Page, test } from "../fixtures.ts";
import {
  bannedPhrases,
  createConnectedChannel,
  editor,
  lineOf,
  listRow,
  makeFilter,
  sendOnTwitch,
} from "../harness/filters.ts";
import { holdRequests } from "../harness/network.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; juno: Session; channelId: string };

test("a new filter catches a message, and the list counts the hit live [R2]", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createConnectedChannel(juno);
  await page.goto(`/channels/${channelId}/chat-filters`);
  await expect(page.getByRole("heading", { name: "No filters yet" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filters-empty");

  await page.getByRole("button", { name: "New filter" }).click();
  await expect(page.getByRole("dialog", { name: "Choose a filter type" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filters-types");
  await page.getByRole("link", { name: /^Banned terms/ }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-filters/new?type=banned_terms`);
  await editor(page).getByRole("textbox", { name: "Name" }).fill("Banned phrases");
  await editor(page).getByRole("textbox", { name: "Add terms" }).fill("free skins\nfollow for follow\nfree skins");
  await editor(page).getByRole("button", { name: "Add", exact: true }).click();
  await expect(editor(page).getByText("2 added, 1 already listed.")).toBeVisible();
  await editor(page).getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/chat-filters\/[0-9a-f-]{36}$/);
  // The editor of the saved filter may replace the editor of the new filter after the URL has changed.
  await expect(editor(page).getByRole("button", { name: "Delete", exact: true })).toBeVisible();
  await expect(listRow(page, "Banned phrases")).toContainText("2 terms");

  await sendOnTwitch(control, "get FR33 SKINS here");
  await expect(listRow(page, "Banned phrases").getByText("Hits today: 1")).toBeAttached();
  await expect.poll(async () => (await lineOf(juno, channelId, "get FR33 SKINS here"))?.removal?.how).toBe("filtered");

  await editor(page).getByRole("button", { name: "Exempt a viewer" }).click();
  await page.getByRole("searchbox", { name: "Find a viewer" }).fill("marek");
  await page.getByRole("button", { name: "MarekFixes" }).click();
  await page.keyboard.press("Control+s");
  await expect(editor(page).getByText("Unsaved changes")).toHaveCount(0);
  await sendOnTwitch(control, "free skins once more");
  await sendOnTwitch(control, "and a last free skins", "odalys_");
  await expect(listRow(page, "Banned phrases").getByText("Hits today: 2")).toBeAttached();
  expect((await lineOf(juno, channelId, "free skins once more"))?.removal).toBeNull();
});

test("filters are reordered by keyboard, live on other pages, and the first match wins", async ({
  page,
  context,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createConnectedChannel(juno);
  for (const name of ["First", "Second", "Third"]) {
    await makeFilter(juno, channelId, { name, type: "banned_terms", settings: bannedPhrases("free skins") });
  }
  const names = (on: Page) => on.getByRole("listitem").getByRole("link").locator("bdi");
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(`/channels/${channelId}/chat-filters`);
    await expect(names(each)).toHaveText(["First", "Second", "Third"]);
  }
  await page.bringToFront();
  const order = page.getByRole("button", { name: "Order of First" });
  await order.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Move down" })).toBeFocused();
  await expect(page.getByRole("menuitem", { name: "Move up" })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filters-order");
  await page.getByRole("menuitem", { name: "Move down" }).focus();
  const release = await holdRequests(page, "**/filters/order");
  await page.keyboard.press("Enter");
  await expect(names(page)).toHaveText(["Second", "First", "Third"]);
  await expect(order).toBeFocused();
  await expect(page.getByText("First is now 2 of 3")).toBeAttached();
  release();
  await expect(names(other)).toHaveText(["Second", "First", "Third"]);
  await sendOnTwitch(control, "free skins");
  await expect(listRow(page, "Second").getByText("Hits today: 1")).toBeAttached();
  await expect(listRow(page, "First").getByText("Hits today: 0")).toBeAttached();

  await page.route("**/filters/order", (route) =>
    route.fulfill({ status: 503, json: { type: "unavailable", message: "The database does not answer." } }),
  );
  await page.getByRole("button", { name: "Order of Third" }).click();
  await page.getByRole("menuitem", { name: "Move to top" }).click();
  await expect(page.getByText("The database does not answer.")).toBeVisible();
  await expect(names(page)).toHaveText(["Second", "First", "Third"]);
  await page.getByRole("searchbox", { name: "Search filters" }).fill("third");
  await expect(page.getByRole("button", { name: "Order of Third" })).toHaveCount(0);
});

test("ten thousand terms are pasted, saved, rendered in part and searched [V3]", async ({ page, context, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/chat-filters/new?type=banned_terms`);
  const many = Array.from({ length: 10_000 }, (_, index) => `forbidden phrase ${index}`).join("\n");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${many}\nforbidden phrase 7`);
  await editor(page).getByRole("textbox", { name: "Add terms" }).focus();
  await page.keyboard.press("Control+v");
  await expect(editor(page).getByText("10,000 added, 1 already listed.")).toBeVisible();
  await editor(page).getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/chat-filters\/[0-9a-f-]{36}$/);
  await page.reload();
  await expect(editor(page).getByText("10,000 of 10,000 terms")).toBeVisible();
  const terms = editor(page).getByRole("textbox", { name: "Term", exact: true });
  await expect(terms.first()).toBeVisible();
  expect(await terms.count()).toBeLessThan(60);
  await editor(page).getByRole("searchbox", { name: "Search terms" }).fill("phrase 9876");
  await expect(terms).toHaveCount(1);
});

async function switchFilter({ page, juno, channelId }: Setup) {
  await makeFilter(juno, channelId, { name: "Caps", type: "caps" });
  const onOff = page.getByRole("switch", { name: "Caps is on" });
  await expect(onOff).toBeChecked();
  const release = await holdRequests(page, "**/enabled");
  await onOff.click();
  await expect(onOff).not.toBeChecked();
  release();
  await expect
    .poll(async () => (await juno.get<{ enabled: boolean }[]>(`/channels/${channelId}/filters`))[0]?.enabled)
    .toBe(false);
  await page.route("**/enabled", (route) =>
    route.fulfill({ status: 503, json: { type: "unavailable", message: "The database does not answer." } }),
  );
  await onOff.click();
  await expect(page.getByText("The database does not answer.")).toBeVisible();
  await expect(onOff).not.toBeChecked();
}

async function leaveUnsaved({ page, juno, channelId }: Setup) {
  await makeFilter(juno, channelId, { name: "Links", type: "link" });
  await page.getByRole("link", { name: /^Links/ }).click();
  await editor(page).getByRole("textbox", { name: "Name" }).fill("No links");
  await expect(editor(page).getByText("Unsaved changes")).toBeVisible();
  await editor(page).getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("dialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(editor(page).getByRole("textbox", { name: "Name" })).toHaveValue("No links");
  await page.keyboard.press("Control+s");
  await expect(listRow(page, "No links")).toBeVisible();
  await expect(editor(page).getByText("Unsaved changes")).toHaveCount(0);
  await editor(page).getByRole("textbox", { name: "Name" }).fill("Something else");
  await editor(page).getByRole("button", { name: "Discard" }).click();
  await expect(editor(page).getByRole("textbox", { name: "Name" })).toHaveValue("No links");
  await editor(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-filters`);
}

async function fixRegex({ page }: Setup) {
  await page.getByRole("button", { name: "New filter" }).click();
  await page.getByRole("link", { name: /^Banned terms/ }).click();
  await editor(page).getByRole("combobox", { name: "Type of new terms" }).selectOption("regex");
  await editor(page).getByRole("textbox", { name: "Add terms" }).fill("(a+)+$\nbroken(\nfine.*");
  await editor(page).getByRole("button", { name: "Add", exact: true }).click();
  await editor(page).getByRole("button", { name: "Save" }).click();
  const broken = editor(page).getByRole("textbox", { name: "Term", exact: true }).nth(1);
  await expect(broken).toHaveAttribute("aria-invalid", "true");
  await expect(broken).toHaveAccessibleDescription(/missing \)/);
  await expect(editor(page).getByRole("textbox", { name: "Term", exact: true }).nth(0)).toHaveAttribute(
    "aria-invalid",
    "false",
  );
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filter-terms");
  await broken.fill("mended");
  await expect(broken).toHaveAttribute("aria-invalid", "false");
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/chat-filters\/[0-9a-f-]{36}$/);
}

async function testMessage({ page }: Setup) {
  await page.getByRole("button", { name: "New filter" }).click();
  await page.getByRole("link", { name: /^Links(?! from)/ }).click();
  await expect(page.getByRole("region", { name: "Filter Links", exact: true })).toBeVisible();
  const testField = editor(page).getByRole("textbox", { name: "Test a message" });
  await testField.fill("have a look at juniper.shop/sale please");
  await expect(editor(page).getByText("Match", { exact: true })).toBeVisible();
  await expect(editor(page).locator("mark")).toHaveText("juniper.shop/sale");
  await expect(editor(page).getByText("Delete and warn").last()).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filter-sentence");
  await editor(page).getByRole("textbox", { name: "Allowlist" }).fill("juniper.shop");
  await editor(page).getByRole("textbox", { name: "Allowlist" }).press("Enter");
  await expect(editor(page).getByText("No match", { exact: true })).toBeVisible();
}

test("filters are edited one after another: switches, unsaved changes, errors, a test message", async ({
  page,
  openAs,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const setup = { page, juno, channelId };
  await page.goto(`/channels/${channelId}/chat-filters`);
  await test.step("a switch changes at once and is reset when the request fails", () => switchFilter(setup));
  await test.step("leaving with unsaved changes asks for confirmation, and Ctrl+S saves them [R2]", () =>
    leaveUnsaved(setup));
  await test.step("an invalid regex is shown at its line with the reason [V3]", () => fixRegex(setup));
  await test.step("a message is tested against unsaved rules", () => testMessage(setup));
});

test("list and editor open by URL, after a reload, and on every screen size [R2]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await makeFilter(juno, channelId, { name: "Caps", type: "caps" });
  const settings = { allowed: ["discord.example/juniper", "*.clips.example", "juniper.shop"] };
  const { id } = await makeFilter(juno, channelId, {
    name: "Links",
    type: "link",
    message: "$(user) please ask before posting a link.",
    settings,
  });
  await page.goto(`/channels/${channelId}/chat-filters`);
  await expect(page.getByRole("link", { name: /^Links/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filters");
  await page.getByRole("link", { name: /^Links/ }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-filters/${id}`);
  await page.reload();
  await expect(editor(page).getByText("discord.example/juniper")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "filter");
  await editor(page).getByRole("button", { name: "2 Time out 60 s" }).click();
  await editor(page).getByRole("figure", { name: "Warning preview" }).scrollIntoViewIfNeeded();
  await expect(editor(page).getByText("grimbly_77 please ask before posting a link.")).toBeVisible();
  await expectNoSidewaysScroll(page, "filter-ladder");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("dialog", { name: "Filter Links" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await editor(page).getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Delete Links?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-filters`);
  await expect(page.getByRole("link", { name: /^Links/ })).toHaveCount(0);
  await navigateInApp(page, `/channels/${channelId}/chat-filters/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByText("This filter doesn't exist")).toBeVisible();
});
