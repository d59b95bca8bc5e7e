import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { failUntilRetried, holdRequests } from "../harness/network.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

// The broadcaster, who may add quotes, and a viewer of the rehearsal.
const BROADCASTER = "junoplays";
const VIEWER = "marekfixes";

type Setup = { page: Page; juno: Session; channelId: string };

type StoredQuote = { id: string; number: number; text: string; quoted_name: string; said_at: string };

const sheet = (page: Page) => page.getByRole("region", { name: /^(New quote|Quote)/ });
const row = (page: Page, number: number) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByText(`#${number}`, { exact: true }) });
const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

const addQuote = (juno: Session, channelId: string, text: string, more: Record<string, unknown> = {}) =>
  juno.post<StoredQuote>(`/channels/${channelId}/quotes`, { text, ...more });

test("a quote added from chat appears in the list, and chat can recall it [P6 R2]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await page.goto(`/channels/${channelId}/quotes`);
  await expect(page.getByRole("heading", { name: "No quotes yet" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "quotes-empty");

  await sendMessage(control, "twitch", "!addquote not mine to keep", { viewer: VIEWER });
  await sendMessage(control, "twitch", "!addquote @Juno I meant to do that", { viewer: BROADCASTER });
  await expect(row(page, 1)).toContainText("I meant to do that");
  await expect(row(page, 1)).toContainText("Juno");
  await expect(row(page, 1).getByRole("img", { name: "Twitch" })).toBeVisible();
  await expect(row(page, 1)).toContainText(/at 0:00:\d\d/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: "Chat", exact: true }).click();
  await expect(chatRow(page, "Quote #1 added.").first()).toBeVisible();
  await sendMessage(control, "twitch", "!quote meant", { viewer: VIEWER });
  await expect(chatRow(page, '"I meant to do that" — Juno').first()).toBeVisible();
});

async function editQuotes({ page, juno, channelId }: Setup) {
  await page.goto(`/channels/${channelId}/quotes`);
  await page.getByRole("button", { name: "New quote" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/quotes/new`);
  await sheet(page).getByRole("textbox", { name: "Quote", exact: true }).fill("This cave is a shop, trust me");
  await sheet(page).getByRole("textbox", { name: "Quoted user" }).fill("Odalys");
  await sheet(page).getByRole("textbox", { name: "Category" }).fill("Tunic");
  await sheet(page).getByRole("combobox", { name: "Platform" }).selectOption("kick");
  await sheet(page).getByLabel("Date", { exact: true }).fill("2029-03-04T21:42");
  await sheet(page).getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("region", { name: "Quote #1" })).toBeVisible();
  await expect(row(page, 1)).toContainText("4 Mar 2029");
  const { records } = await juno.get<{ records: StoredQuote[] }>(`/channels/${channelId}/quotes`);
  // The time zone of the browser is Berlin, an hour ahead of UTC in winter.
  expect(records[0]?.said_at).toBe("2029-03-04T20:42:00Z");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "quote");

  await sheet(page).getByRole("textbox", { name: "Quote", exact: true }).fill("That cave was no shop");
  await page.keyboard.press("Control+s");
  await expect(row(page, 1)).toContainText("That cave was no shop");
  expect((await juno.get<StoredQuote>(`/channels/${channelId}/quotes/${records[0]?.id}`)).said_at).toBe(
    "2029-03-04T20:42:00Z",
  );
  await addQuote(juno, channelId, "The second one");
  await expect(row(page, 2)).toContainText("The second one");
  await page.getByRole("button", { name: "Actions for quote #2" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete quote #2?" });
  await expect(question).toContainText("Its number is not reused");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(row(page, 2)).toHaveCount(0);
  expect((await addQuote(juno, channelId, "The third one")).number).toBe(3);
  await expect(row(page, 3)).toContainText("The third one");

  await page.getByRole("searchbox", { name: "Search text, name or #12" }).fill("odalys CAVE");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search text, name or #12" }).fill("#3");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 3)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search text, name or #12" }).fill("no such quote");
  await expect(page.getByRole("heading", { name: "No quotes found" })).toBeVisible();
}

async function rejectQuote({ page }: Setup) {
  await page.getByRole("searchbox", { name: "Search text, name or #12" }).fill("");
  await page.getByRole("button", { name: "New quote" }).click();
  const text = sheet(page).getByRole("textbox", { name: "Quote", exact: true });
  await expect(text).toHaveValue("");
  await sheet(page).getByRole("textbox", { name: "Quoted user" }).fill("Juno");
  await sheet(page).getByRole("button", { name: "Save" }).click();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await text.fill("x".repeat(1_001));
  await expect(sheet(page).getByText("1001 / 1,000")).toBeVisible();
  await sheet(page).getByRole("button", { name: "Save" }).click();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await expect(sheet(page).getByRole("textbox", { name: "Quoted user" })).toHaveValue("Juno");
  await sheet(page).getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("dialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await text.fill("Short enough");
  await page.keyboard.press("Control+s");
  await expect(row(page, 4)).toContainText("Short enough");
}

test("quotes are created, edited, found and deleted; invalid quotes are rejected", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const setup = { page, juno, channelId };
  await test.step("a quote is created, found, edited and deleted, and its number is never reused [P6]", () =>
    editQuotes(setup));
  await test.step("an empty or too long quote is rejected at its field, and nothing is lost [P6]", () =>
    rejectQuote(setup));
});

test("many quotes are paged, newest first [P6]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  for (let number = 1; number <= 52; number += 1) await addQuote(juno, channelId, `Line ${number}`);
  await page.goto(`/channels/${channelId}/quotes`);
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText("#52");
  await expect(page.getByText("50 of 52")).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(rows(page)).toHaveCount(52);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

test("list and editor open by URL, after a reload, and on every screen size [R2]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await addQuote(juno, channelId, "I meant to do that", { quoted_name: "Juno", category: "Tunic", provider: "twitch" });
  await addQuote(juno, channelId, "<img src=x onerror=alert(1)> ".repeat(8), { quoted_name: "=cmd()" });
  const { id } = await addQuote(juno, channelId, "No hints please, I have seen this door four times now", {
    quoted_name: "marekfixes",
    category: "Pacific Drive: the long road home",
    provider: "youtube",
  });
  await page.goto(`/channels/${channelId}/chat-timers`);
  await expect(page.getByRole("heading", { name: "No timers yet" })).toBeVisible();
  const release = await holdRequests(page, "**/api/2/channels/*/quotes?*");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("quotes");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/channels/${channelId}/quotes`);
  await expect(page.getByText("Loading quotes")).toBeAttached();
  release();
  await expect(rows(page)).toHaveCount(3);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "quotes");
  await page.getByRole("link", { name: /No hints please/ }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/quotes/${id}`);
  await page.reload();
  await expect(sheet(page).getByRole("textbox", { name: "Quoted user" })).toHaveValue("marekfixes");
  await expectNoSidewaysScroll(page, "quotes-sheet");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("dialog", { name: "Quote #3" })).toBeVisible();
  await expectNoAxeViolations(page);
  await navigateInApp(page, `/channels/${channelId}/quotes/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByText("This quote doesn't exist")).toBeVisible();
  await failUntilRetried(page, "**/api/2/channels/*/quotes?*");
  await page.goto(`/channels/${channelId}/quotes`);
  await expect(page.getByText("The database does not answer.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rows(page)).toHaveCount(3);
});
