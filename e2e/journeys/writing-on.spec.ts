import type { Locator } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { cutFirstPost, hold } from "../harness/hold.ts";

const FIRST = "The stream begins at eight";
const SECOND = ", and whoever comes early";
const THIRD = " helps us to choose the first song of the evening.";

/** Writes from the beginning to the end as fast as somebody drums on the keys, and saves twice on the way. */
async function writeThroughSaves(field: Locator): Promise<void> {
  const steadily = { delay: 15 };
  const { keyboard } = field.page();
  await field.pressSequentially(FIRST, steadily);
  await keyboard.press("Control+s");
  await keyboard.type(SECOND, steadily);
  await keyboard.press("Control+s");
  await keyboard.type(THIRD, steadily);
}

/** Saves what is left, and waits until it is saved. */
async function saveTheRest(page: Page): Promise<void> {
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
}

test("whoever writes on while a new command is saved loses no letter, and writes on at the same place [P6 R2]", async ({
  page,
  enter,
}) => {
  const juno = await enter(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/chat-commands/new`);
  await page.getByRole("textbox", { name: "Command" }).fill("!when");
  const field = page.getByRole("textbox", { name: "Answer", exact: true });
  await writeThroughSaves(field);
  await expect(page).toHaveURL(/\/chat-commands\/[0-9a-f-]{36}$/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(FIRST + SECOND + THIRD);
  await saveTheRest(page);
  const id = page.url().split("/").at(-1);
  const stored = await juno.get(`/channels/${channelId}/commands/${id}`);
  expect(stored).toMatchObject({ cmds: ["!when"], responses: [{ text: FIRST + SECOND + THIRD }] });
});

test("the same is true of a quote on a small screen, where its editor lies over the list [P6 R2]", async ({
  page,
  enter,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const juno = await enter(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/quotes/new`);
  const field = page.getByRole("textbox", { name: "What was said" });
  await writeThroughSaves(field);
  await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}$/);
  await expect(field).toHaveValue(FIRST + SECOND + THIRD);
  await saveTheRest(page);
  const { records } = await juno.get<{ records: unknown[] }>(`/channels/${channelId}/quotes`);
  expect(records).toMatchObject([{ text: FIRST + SECOND + THIRD }]);
});

test("whoever closes an editor while it is being saved is not asked, and a failure loses nothing [R2 X2]", async ({
  page,
  enter,
}) => {
  const juno = await enter(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/quotes/new`);
  await cutFirstPost(page, "**/quotes");
  const release = await hold(page, "**/quotes");
  const field = page.getByRole("textbox", { name: "What was said" });
  await field.fill(FIRST);
  await field.press("Control+s");
  await field.press("Escape");
  await expect(page).toHaveURL(`/channels/${channelId}/quotes`);
  release();
  const toast = page.getByRole("alert").filter({ hasText: "Couldn't save your changes" });
  await expect(toast).toContainText("The server cannot be reached.");
  await toast.getByRole("button", { name: "Reopen" }).click();
  await expect(field).toHaveValue(FIRST);
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}$/);
});

test("whoever saves anew what somebody has deleted writes on in the same field [R2]", async ({ page, enter }) => {
  const juno = await enter(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const quotes = `/channels/${channelId}/quotes`;
  const { id } = await juno.post<{ id: string }>(quotes, { text: FIRST });
  await page.goto(`${quotes}/${id}`);
  const field = page.getByRole("textbox", { name: "What was said" });
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
  await saveTheRest(page);
  const { records } = await juno.get<{ records: unknown[] }>(quotes);
  expect(records).toMatchObject([{ text: FIRST + SECOND + THIRD }]);
});

test("whoever saves and closes in one stroke stays in the list, and has the focus there [R2]", async ({
  page,
  enter,
}) => {
  const juno = await enter(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const list = `/channels/${channelId}/chat-commands`;
  await page.goto(`${list}/new`);
  await page.getByRole("textbox", { name: "Command" }).fill("!when");
  await page.getByRole("textbox", { name: "Answer", exact: true }).pressSequentially(FIRST);
  const stored = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await page.evaluate(() => {
    // Both before the page has drawn anything.
    for (const key of [{ key: "s", code: "KeyS", ctrlKey: true }, { key: "Escape" }])
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }));
  });
  await stored;
  await expect(page.getByRole("link", { name: "!when" })).toBeVisible();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole("textbox", { name: "Answer", exact: true })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Chat Commands" })).toBeFocused();
});
