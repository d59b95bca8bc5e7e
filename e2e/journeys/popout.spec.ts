import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, chatRows, createLiveChannel, sendMessage, waitUntilStored } from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

/** Checks that a ban removes the viewer's messages from the public chat and that undo restores them. */
async function banAndUndo(popout: Page, juno: Session, channelId: string, control: Rehearsal) {
  for (const words of ["buy coins", "buy more coins"])
    await sendMessage(control, "twitch", words, { viewer: "marekfixes" });
  await expect(chatRow(popout, "coins")).toHaveCount(2);
  await control.post("/twitch/ban", { login: "junoplays", viewer: "marekfixes" });
  await expect(chatRow(popout, "coins")).toHaveCount(0);
  const log = await juno.get<{ records: { id: string; action: string }[] }>(`/channels/${channelId}/moderation-log`);
  const ban = log.records.find(({ action }) => action === "ban");
  await juno.post(`/channels/${channelId}/moderation-log/${ban?.id}/undo`);
  await expect(chatRow(popout, "coins")).toHaveText([/buy coins/, /buy more coins/]);
}

test("the public popout hides deleted lines and is empty once the chat is private; the team can still export the chat [R5]", async ({
  page,
  browser,
  openAs,
  control,
  installation,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await sendMessage(control, "twitch", "said before");
  await waitUntilStored(juno, channelId, 1);
  const context = await browser.newContext({ baseURL: installation.url, viewport: { width: 420, height: 800 } });
  const popout = await context.newPage();
  await popout.goto(`/popout/channels/${channelId}/chat`);
  await expect(chatRow(popout, "said before")).toBeVisible();
  const { message_id } = await sendMessage(control, "twitch", "soon gone");
  await sendMessage(control, "twitch", "staying");
  await expect(chatRow(popout, "soon gone")).toBeVisible();
  await control.post("/twitch/delete", { login: "junoplays", message_id });
  await expect(chatRow(popout, "soon gone")).toHaveCount(0);
  await expect(chatRow(popout, "staying")).toBeVisible();
  await banAndUndo(popout, juno, channelId, control);
  await expect(chatRow(popout, "soon gone")).toHaveCount(0);
  await expect(popout.getByRole("navigation")).toHaveCount(0);
  await expect(popout.getByRole("textbox")).toHaveCount(0);
  await expectNoAxeViolations(popout);
  await expectNoSidewaysScroll(popout, "chat-popout");

  await page.goto(`/channels/${channelId}/chat`);
  await page.getByRole("button", { name: "More chat options" }).click();
  await page.getByRole("menuitem", { name: "Chat settings" }).click();
  await page.getByRole("switch", { name: "Public chat" }).uncheck();
  await page.getByRole("textbox", { name: "Keep chat for" }).fill("30");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(popout.getByRole("heading", { name: "Channel not found" })).toBeVisible();
  await expect(chatRows(popout)).toHaveCount(0);
  await popout.reload();
  await expect(popout.getByRole("heading", { name: "Channel not found" })).toBeVisible();
  await expectNoAxeViolations(popout);
  await context.close();

  expect(await juno.get(`/channels/${channelId}/chat-settings`)).toEqual({ is_public: false, retention_days: 30 });
  await page.getByRole("button", { name: "More chat options" }).click();
  await page.getByRole("menuitem", { name: "Chat settings" }).click();
  await expect(page.getByRole("textbox", { name: "Keep chat for" })).toHaveValue("30 days");
  await page.keyboard.press("Escape");
  for (const [name, file] of [
    ["Export as CSV", "chat.csv"],
    ["Export as JSON (JSONL)", "chat.jsonl"],
  ] as const) {
    await page.getByRole("button", { name: "More chat options" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(file);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    for (const words of ["said before", "soon gone", "staying"]) expect(lines.join()).toContain(words);
  }
});

test("the team can write and moderate in the popout of a private chat until they sign out [R5 P4]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await juno.patch(`/channels/${channelId}/chat-settings`, { is_public: false });
  const { message_id } = await sendMessage(control, "twitch", "soon gone");
  await page.goto(`/channels/${channelId}/chat`);
  await expect(chatRow(page, "soon gone")).toBeVisible();
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Pop out" }).click();
  const staff = await opening;
  await control.post("/twitch/delete", { login: "junoplays", message_id });
  await expect(chatRow(staff, "soon gone")).toHaveAttribute("data-removed", "true");
  await expect(staff.getByRole("navigation")).toHaveCount(0);
  await expect(staff.getByRole("button", { name: "Pop out" })).toHaveCount(0);
  await staff.getByRole("textbox", { name: "Message", exact: true }).fill("written in the popout");
  await staff.keyboard.press("Enter");
  await expect(chatRow(page, "written in the popout")).toHaveCount(1);
  await sendMessage(control, "twitch", "to be shown");
  await sendMessage(control, "twitch", "to be deleted here");
  await chatRow(staff, "to be deleted here").hover();
  await staff.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
  await expect(chatRow(page, "to be deleted here")).toHaveAttribute("data-removed", "true");
  await expectNoAxeViolations(staff);
  await expectNoSidewaysScroll(staff, "chat-popout-staff");

  await page.getByRole("button", { name: "Account menu: JunoPlays" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(staff.getByRole("heading", { name: "Channel not found" })).toBeVisible();
  await expect(chatRows(staff)).toHaveCount(0);
  await expect(staff.getByRole("textbox")).toHaveCount(0);
});

test("as an overlay the popout shows only lines, and none from before the chat was public [R5]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await juno.patch(`/channels/${channelId}/chat-settings`, { is_public: false });
  await sendMessage(control, "twitch", "in private");
  await waitUntilStored(juno, channelId, 1);
  const denied = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"denied"')));
  await page.goto(`/popout/channels/${channelId}/chat?transparent`);
  await denied;
  await expect(page.locator("main")).toHaveText("");
  await juno.patch(`/channels/${channelId}/chat-settings`, { is_public: true });
  await sendMessage(control, "twitch", "for everybody");
  await sendMessage(control, "twitch", "on and on ".repeat(120));
  await waitUntilStored(juno, channelId, 3);
  await page.reload();
  await expect(chatRow(page, "for everybody")).toBeVisible();
  await expect(chatRow(page, "in private")).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(chatRow(page, /on and on.*…/)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await page.goto(`/popout/channels/${channelId}/chat?transparent=false`);
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show all" })).toBeVisible();
});
