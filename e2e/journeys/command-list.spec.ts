import { expect, test } from "../fixtures.ts";
import { createLiveChannel } from "../harness/chat-room.ts";
import {
  deleteDefaults,
  editor,
  listRow,
  makeCommand,
  preview,
  response,
  sampleCommands,
} from "../harness/commands.ts";
import { failUntilRetried, holdRequests } from "../harness/network.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";

test("commands are switched, duplicated and deleted, live in a second tab [P6]", async ({ page, context, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await deleteDefaults(juno, channelId);
  for (const name of ["!one", "!three", "!two"]) await makeCommand(juno, channelId, name, `Answer of ${name}`);
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(`/channels/${channelId}/chat-commands`);
    await expect(each.getByRole("switch")).toHaveCount(3);
  }
  await page.bringToFront();
  const onOff = page.getByRole("switch", { name: "!one is on" });
  const release = await holdRequests(page, "**/enabled");
  await onOff.click();
  await expect(onOff).not.toBeChecked();
  release();
  await expect(other.getByRole("switch", { name: "!one is on" })).not.toBeChecked();

  const more = page.getByRole("button", { name: "Actions for !one" });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "commands-menu");
  await page.getByRole("menuitem", { name: "Select" }).click();
  await page.getByRole("checkbox", { name: "Select !two" }).check();
  const bulk = page.getByRole("toolbar", { name: "Selected commands" });
  await expect(bulk).toContainText("2 commands");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "commands-selected");
  await bulk.getByRole("button", { name: "Disable" }).click();
  await expect(other.getByRole("switch", { name: "!two is on" })).not.toBeChecked();
  await bulk.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete 2 commands?" }).getByRole("button", { name: "Delete" }).click();
  await expect(other.getByRole("switch")).toHaveCount(1);

  await page.getByRole("button", { name: "Actions for !three" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(response(page)).toHaveValue("Answer of !three");
  await page.keyboard.press("Control+s");
  await expect(other.getByRole("switch", { name: "!three2 is on" })).toBeVisible();
  await editor(page).getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Delete !three2?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands`);
  await expect(other.getByRole("switch")).toHaveCount(1);

  await page.route("**/enabled", (route) =>
    route.fulfill({ status: 503, json: { type: "unavailable", message: "The database does not answer." } }),
  );
  await page.getByRole("switch", { name: "!three is on" }).click();
  await expect(page.getByText("The database does not answer.")).toBeVisible();
  await expect(page.getByRole("switch", { name: "!three is on" })).toBeChecked();
});

test("a long list is searched, filtered and scrolled, and only visible rows are rendered [P6]", async ({
  page,
  openAs,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await deleteDefaults(juno, channelId);
  const names = Array.from({ length: 130 }, (_, place) => `!c${String(place).padStart(4, "0")}`);
  for (const name of names) {
    await makeCommand(juno, channelId, name, `Answer of ${name}`, { group: name.endsWith("7") ? "Sevens" : "" });
  }
  await page.goto(`/channels/${channelId}/chat-commands`);
  await expect(page.getByText("130", { exact: true })).toBeVisible();
  expect(await page.getByRole("switch").count()).toBeLessThan(100);
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(page.getByRole("switch", { name: "!c0129 is on" })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await page.getByRole("switch").count()).toBeLessThan(100);
  // Opening and closing a row far down keeps the scroll position.
  const row = page.getByRole("link", { name: /^!c0129/ });
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "!c0129" })).toBeFocused();
  await expect(row).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await page.getByRole("searchbox", { name: "Search commands and responses" }).fill("answer of !c0123");
  await expect(page.getByRole("switch")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search commands and responses" }).fill("");
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Sevens" }).click();
  await expect(page.getByText("13", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search commands and responses" }).fill("nothing at all");
  await expect(page.getByRole("heading", { name: "No commands found" })).toBeVisible();
});

test("list and editor open by URL, after a reload and on every screen size [R2]", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control);
  await deleteDefaults(juno, channelId);
  const { id } = await sampleCommands(juno, channelId);
  await page.goto(`/channels/${channelId}/chat-commands`);
  await expect(listRow(page, "!game")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "commands");
  await listRow(page, "!game").getByRole("link").click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands/${id}`);
  await page.reload();
  await expect(preview(page).first()).toContainText("of a blind run");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command");
  await editor(page).getByRole("spinbutton", { name: "Global cooldown" }).fill("6");
  await editor(page).getByRole("spinbutton", { name: "Global cooldown" }).fill("5");
  await editor(page).getByRole("button", { name: "Variables" }).click();
  await page.getByRole("searchbox", { name: "Search variables" }).fill("upper");
  await expect(page.getByRole("button", { name: /^upper/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-variables");
  await page.getByRole("button", { name: /^upper/ }).click();
  await expect(response(page)).toBeFocused();
  await expect(response(page)).toHaveValue(/\$\(upper \$\(query\)\)/);
  await expectNoSidewaysScroll(page, "command-unsaved");
  await editor(page).getByRole("button", { name: "Discard" }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("dialog", { name: "Command !game" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await juno.delete(`/channels/${channelId}/commands/${id}`);
  await expect(page.getByText("This command doesn't exist")).toBeVisible();
  await test.step("when commands cannot be loaded, an error is shown and a retry loads them [X3]", async () => {
    await failUntilRetried(page, "**/commands?*");
    await page.goto(`/channels/${channelId}/chat-commands`);
    await expect(page.getByRole("alert").getByText("The database does not answer.")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(listRow(page, "!lurk")).toBeVisible();
  });
});
