import type { Locator } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { abortFirstPost, holdRequests } from "../harness/network.ts";
import type { Session } from "../harness/session.ts";

const FIRST = "The stream begins at eight";
const SECOND = ", and whoever comes early";
const THIRD = " helps us to choose the first song of the evening.";
const END = " Bring snacks!";

/** Types the whole text and saves twice in between. */
async function typeThroughSaves(field: Locator): Promise<void> {
  const pace = { delay: 15 };
  const { keyboard } = field.page();
  await field.pressSequentially(FIRST, pace);
  await keyboard.press("Control+s");
  await keyboard.type(SECOND, pace);
  await keyboard.press("Control+s");
  await keyboard.type(THIRD, pace);
}

/** Saves the unsaved text, types the end and saves again; `read` returns the stored text. */
async function saveTheRest(page: Page, read: () => Promise<string | undefined>): Promise<void> {
  // On a slow machine the second save begins after the last letter and includes it, so that no text is unsaved.
  await page.keyboard.press("Control+s");
  await expect.poll(read).toBe(FIRST + SECOND + THIRD);
  await page.keyboard.type(END);
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await expect.poll(read).toBe(FIRST + SECOND + THIRD + END);
}

type Setup = { page: Page; juno: Session; channelId: string };

async function writeCommand({ page, juno, channelId }: Setup) {
  await page.getByRole("textbox", { name: "Command" }).fill("!when");
  const field = page.getByRole("textbox", { name: "Response", exact: true });
  await typeThroughSaves(field);
  await expect(page).toHaveURL(/\/chat-commands\/[0-9a-f-]{36}$/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(FIRST + SECOND + THIRD);
  const path = `/channels/${channelId}/commands/${page.url().split("/").at(-1)}`;
  const stored = () => juno.get<{ cmds: string[]; responses: { text: string }[] }>(path);
  await saveTheRest(page, async () => (await stored()).responses[0]?.text);
  expect((await stored()).cmds).toEqual(["!when"]);
}

async function saveAndClose({ page, channelId }: Setup) {
  const list = `/channels/${channelId}/chat-commands`;
  // The editor is opened by URL, because a button that opened it would get the focus back.
  await page.goto(`${list}/new`);
  await page.getByRole("textbox", { name: "Command" }).fill("!where");
  await page.getByRole("textbox", { name: "Response", exact: true }).pressSequentially(FIRST);
  const stored = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await page.evaluate(() => {
    // Both keys are pressed before the next render.
    for (const key of [{ key: "s", code: "KeyS", ctrlKey: true }, { key: "Escape" }])
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }));
  });
  await stored;
  await expect(page.getByRole("link", { name: "!where" })).toBeVisible();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole("textbox", { name: "Response", exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Chat Commands" })).toBeFocused();
}

async function latestQuote(juno: Session, channelId: string): Promise<string | undefined> {
  const { records } = await juno.get<{ records: { text: string }[] }>(`/channels/${channelId}/quotes`);
  return records[0]?.text;
}

async function writeQuote({ page, juno, channelId }: Setup) {
  const field = page.getByRole("textbox", { name: "Quote", exact: true });
  await typeThroughSaves(field);
  await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}$/);
  await expect(field).toHaveValue(FIRST + SECOND + THIRD);
  await saveTheRest(page, () => latestQuote(juno, channelId));
}

async function closeWhileSaving({ page, channelId }: Setup) {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New quote" }).click();
  await expect(page.getByRole("textbox", { name: "Quote", exact: true })).toHaveValue("");
  await abortFirstPost(page, "**/quotes");
  const release = await holdRequests(page, "**/quotes");
  const field = page.getByRole("textbox", { name: "Quote", exact: true });
  await field.fill(FIRST);
  await field.press("Control+s");
  await field.press("Escape");
  await expect(page).toHaveURL(`/channels/${channelId}/quotes`);
  release();
  const toast = page.getByRole("alert").filter({ hasText: "Couldn't save your changes" });
  await expect(toast).toContainText("Can't reach the server.");
  await toast.getByRole("button", { name: "Reopen" }).click();
  await expect(field).toHaveValue(FIRST);
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}$/);
}

async function saveDeleted({ page, juno, channelId }: Setup) {
  const quotes = `/channels/${channelId}/quotes`;
  const { id } = await juno.post<{ id: string }>(quotes, { text: FIRST });
  await page.keyboard.press("Escape");
  await page
    .getByRole("link", { name: FIRST })
    .and(page.locator(`[href$="${id}"]`))
    .click();
  await expect(page).toHaveURL(`${quotes}/${id}`);
  const field = page.getByRole("textbox", { name: "Quote", exact: true });
  await expect(field).toHaveValue(FIRST);
  await field.press("End");
  await page.keyboard.type(SECOND);
  await juno.delete(`${quotes}/${id}`);
  await expect(page.getByText("This quote was deleted")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page).not.toHaveURL(`${quotes}/${id}`);
  await expect(page.getByText("This quote was deleted")).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.type(THIRD);
  await expect(field).toHaveValue(FIRST + SECOND + THIRD);
  await saveTheRest(page, () => latestQuote(juno, channelId));
}

test("a command is written while it is saved", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const setup = { page, juno, channelId: await juno.createChannel("Night Shift") };
  await page.goto(`/channels/${setup.channelId}/chat-commands/new`);
  await test.step("typing while a new command is saved loses no character and keeps the caret [P6 R2]", () =>
    writeCommand(setup));
  await test.step("Escape right after Ctrl+S returns to the list and focuses it [R2]", () => saveAndClose(setup));
});

test("a quote is written while it is saved, on a small screen", async ({ page, openAs }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const juno = await openAs(page, "junoplays");
  const setup = { page, juno, channelId: await juno.createChannel("Night Shift") };
  await page.goto(`/channels/${setup.channelId}/quotes/new`);
  await test.step("typing while a quote is saved on a small screen loses no character [P6 R2]", () =>
    writeQuote(setup));
  await test.step("saving a quote deleted while edited creates it and keeps the caret [R2]", () => saveDeleted(setup));
  await test.step("closing an editor during a save needs no confirmation, and a failure loses nothing [R2 X2]", () =>
    closeWhileSaving(setup));
});
