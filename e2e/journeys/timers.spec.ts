import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { failUntilRetried, holdRequests } from "../harness/network.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";
import { editor, listRow, makeTimer, message, runNow, type StoredTimer, secondsShown } from "../harness/timers.ts";

type Setup = { page: Page; juno: Session; channelId: string };

const HOSTILE = '<img src=x onerror="document.title=1"> =cmd()';

test("a timer is created, run, and posts to every writable platform [P6 R2]", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control);
  await page.goto(`/channels/${channelId}/chat-timers`);
  await expect(page.getByRole("heading", { name: "No timers yet" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "timers-empty");

  await page.getByRole("button", { name: "New timer" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-timers/new`);
  await editor(page).getByRole("textbox", { name: "Name" }).fill("Socials");
  await message(page).pressSequentially("You are watching on $(channel.prov");
  await expect(page.getByRole("listbox", { name: "Variables" }).getByRole("option")).toHaveCount(1);
  await message(page).press("Enter");
  await message(page).press("End");
  await message(page).pressSequentially(", join us on discord.example/juniper");
  const lines = editor(page).getByRole("region", { name: "Preview" });
  await expect(lines).toContainText(/You are watching on youtube, join us on discord\.example\/juniper/);
  await expect(lines).toContainText("is read-only");
  await editor(page).getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/chat-timers\/[0-9a-f-]{36}$/);
  await expect(listRow(page, "Socials")).toContainText("30 min");

  await editor(page).getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("Posted to Twitch, YouTube, Kick")).toBeVisible();
  const last = editor(page).getByRole("region", { name: "Last run" }).getByRole("listitem");
  await expect(last.filter({ hasText: "Sent" })).toHaveCount(3);
  await expect(last.filter({ has: page.getByRole("img", { name: "TikTok" }) })).toContainText("Skipped");
  await control.wait("chat_sent", 0, { login: "junoplays" });
  for (const platform of ["youtube", "kick"]) await control.wait("message_sent", 0, { platform, login: "junoplays" });
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "timer");
  await page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: "Chat", exact: true }).click();
  const posted = chatRow(page, ", join us on discord.example/juniper");
  for (const name of ["Twitch", "YouTube", "Kick"]) {
    await expect(posted.filter({ has: page.getByRole("img", { name, exact: true }) }).first()).toBeVisible();
  }
});

async function watchCountdown({ page, juno, channelId }: Setup) {
  await makeTimer(juno, channelId, "Socials", ["Follow us"], { interval_minutes: 10 });
  await makeTimer(juno, channelId, "Weekly", ["Once a week"], { interval_minutes: 10_080, spread_minutes: 60 });
  await page.goto(`/channels/${channelId}/chat-timers`);
  await expect(listRow(page, "Weekly").getByRole("timer")).toHaveText(/^in (7 d 0 h|6 d 23 h)$/);
  await expect(listRow(page, "Weekly")).toContainText("10080–10140 min");
  // Only the countdown text may change in the list.
  const touched = await page.evaluateHandle(() => {
    const changed: string[] = [];
    const list = document.querySelector("main ul");
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const within = target instanceof Element ? target : target.parentElement;
        if (!within?.closest('[role="timer"]')) changed.push(within?.outerHTML ?? "");
      }
    }).observe(list ?? document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    return changed;
  });
  const before = await secondsShown(page, "Socials");
  expect(before).toBeGreaterThan(540);
  await expect.poll(() => secondsShown(page, "Socials")).toBeLessThanOrEqual(before - 3);
  expect(await touched.jsonValue()).toEqual([]);

  const onOff = page.getByRole("switch", { name: "Socials is on" });
  const release = await holdRequests(page, "**/timers/enabled");
  await onOff.click();
  await expect(onOff).not.toBeChecked();
  release();
  await expect(listRow(page, "Socials")).toContainText("Off");
  await page.route("**/timers/enabled", (route) =>
    route.fulfill({ status: 503, json: { type: "unavailable", message: "The database does not answer." } }),
  );
  await onOff.click();
  await expect(page.getByText("The database does not answer.")).toBeVisible();
  await expect(onOff).not.toBeChecked();
}

async function reorderMessages({ page, juno, channelId }: Setup) {
  const { id } = await makeTimer(juno, channelId, "Rota", ["One", "Two"]);
  await listRow(page, "Rota").getByRole("link").click();
  await editor(page).getByRole("button", { name: "Add message" }).click();
  await expect(message(page, 3)).toBeFocused();
  await page.keyboard.type("Three");
  const shown = () => Promise.all([1, 2, 3].map((number) => message(page, number).inputValue()));
  await editor(page).getByRole("button", { name: "Move message 3", exact: true }).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(shown).toEqual(["One", "Three", "Two"]);
  await expect(editor(page).getByRole("button", { name: "Move message 2", exact: true })).toBeFocused();
  await expect(editor(page).getByText("Message 3 is now 2 of 3")).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect.poll(shown).toEqual(["Three", "One", "Two"]);
  await dragTo(page, "Move message 1", message(page, 3));
  await expect.poll(shown).toEqual(["One", "Two", "Three"]);

  await editor(page).getByRole("switch", { name: "Message 2 is on" }).click();
  const where = editor(page).getByRole("group", { name: "Platforms of message 3" });
  for (const name of ["Twitch", "YouTube"]) await where.getByRole("button", { name }).click();
  // The last platform cannot be deselected; the switch turns a message off.
  await where.getByRole("button", { name: "Kick" }).click();
  await editor(page).getByRole("button", { name: "Remove message 1" }).click();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "timer-messages");
  await page.keyboard.press("Control+s");
  await expect(listRow(page, "Rota")).toContainText("Three (+1 more)");
  await expect(editor(page).getByText("Unsaved changes")).toHaveCount(0);
  const { messages } = await juno.get<StoredTimer>(`/channels/${channelId}/timers/${id}`);
  expect(messages).toEqual([
    { text: "Two", providers: [], enabled: false },
    { text: "Three", providers: ["kick"], enabled: true },
  ]);
}

async function fixErrors({ page, juno, channelId }: Setup) {
  await makeTimer(juno, channelId, "Taken", ["Follow us"]);
  await page.getByRole("button", { name: "New timer" }).click();
  await expect(editor(page).getByRole("textbox", { name: "Name" })).toHaveValue("");
  await editor(page).getByRole("textbox", { name: "Name" }).fill("Taken");
  await message(page).fill("Hello $(user)");
  await expect(
    editor(page)
      .getByText(/isn't available in timers/)
      .first(),
  ).toBeVisible();
  await expect(message(page)).toHaveAttribute("aria-invalid", "true");
  await editor(page).getByRole("button", { name: "Save" }).click();
  await expect(editor(page).getByRole("alert")).toBeVisible();
  await expect(message(page)).toHaveValue("Hello $(user)");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "timer-problem");
  await message(page).fill("Hello everybody");
  await editor(page).getByRole("spinbutton", { name: "Every in minutes" }).fill("5");
  await editor(page).getByRole("spinbutton", { name: "Random delay (up to) in minutes" }).fill("6");
  await editor(page).getByRole("button", { name: "Save" }).click();
  await expect(
    editor(page)
      .getByText(/must not be longer than the interval/)
      .first(),
  ).toBeVisible();
  await editor(page).getByRole("spinbutton", { name: "Random delay (up to) in minutes" }).fill("2");
  await editor(page).getByRole("button", { name: "Save" }).click();
  await expect(editor(page).getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
  await editor(page).getByRole("textbox", { name: "Name" }).fill("Free");
  await editor(page).getByRole("button", { name: "Save" }).click();
  await expect(listRow(page, "Free")).toContainText("5–7 min");
}

async function skipRuns({ page, juno, channelId }: Setup) {
  const { id } = await makeTimer(juno, channelId, "Lonely", ["Follow us"]);
  const other = await makeTimer(juno, channelId, "Elsewhere", ["Follow us"]);
  await editor(page).getByRole("button", { name: "Close" }).click();
  await runNow(page, "Lonely");
  const toast = page.getByRole("region", { name: "Notifications" });
  await expect(toast.getByText("Nothing posted")).toBeVisible();
  await expect(toast.getByText("No platform connected.")).toBeVisible();
  await expect(listRow(page, "Lonely")).toContainText(/Skipped .*: No platform connected\./);
  // A run by API, like a run by another user.
  await juno.post(`/channels/${channelId}/timers/${other.id}/run`);
  await expect(listRow(page, "Elsewhere")).toContainText(/Skipped .*: No platform connected\./);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "timers-skipped");
  await listRow(page, "Lonely").getByRole("link").click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-timers/${id}`);
  await expect(editor(page).getByRole("region", { name: "Last run" })).toContainText("No platform connected.");
}

test("timers are watched and edited one after another: countdown, switch, messages, errors", async ({
  page,
  openAs,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const setup = { page, juno, channelId };
  await test.step("a countdown changes nothing else in the list; the switch works [P6]", () => watchCountdown(setup));
  await test.step("messages are added, reordered by keyboard and pointer, switched off and limited to one platform [P6]", () =>
    reorderMessages(setup));
  await test.step("errors are shown at their fields, and nothing is lost until they are fixed [P6]", () =>
    fixErrors(setup));
  await test.step("a skipped run shows its reason in the row and the editor, also if another user ran the timer [P6]", () =>
    skipRuns(setup));
});

test("chat messages on a platform fill its bar towards the timer's minimum [P6]", async ({ page, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch", "kick"]);
  const { id } = await makeTimer(juno, channelId, "Socials", ["Follow us"], { min_chat_messages: 2 });
  await page.goto(`/channels/${channelId}/chat-timers/${id}`);
  const bars = editor(page).getByRole("list", { name: "Chat messages since the last run" }).getByRole("listitem");
  await expect(bars).toHaveText(["0 of 2", "0 of 2"]);
  await sendMessage(control, "twitch", "hello there", { viewer: "marekfixes" });
  await sendMessage(control, "twitch", "how are you", { viewer: "odalys_" });
  await sendMessage(control, "kick", "hello", { viewer: "marekfixes" });
  await expect(bars).toHaveText(["2 of 2", "1 of 2"]);
  await expect(page.getByRole("meter", { name: "Chat messages on Twitch" })).toHaveAttribute("value", "1");
  await expect(page.getByRole("meter", { name: "Chat messages on Kick" })).toHaveAttribute("value", "0.5");
  await bars.first().scrollIntoViewIfNeeded();
  await expectNoSidewaysScroll(page, "timer-bars");
});

/** Drags a handle to the lower edge of another element. */
async function dragTo(page: Page, handle: string, target: ReturnType<typeof message>): Promise<void> {
  const from = await editor(page).getByRole("button", { name: handle, exact: true }).boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, to.y + to.height, { steps: 8 });
  await page.mouse.up();
}

test("list and editor open by URL, after a reload, and on every screen size [R2]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await makeTimer(juno, channelId, "Socials", ["Join us on discord.example/juniper", "Follow us everywhere"]);
  await makeTimer(juno, channelId, "Schedule", ["Live on Tuesdays"], { interval_minutes: 45, spread_minutes: 15 });
  const { id } = await makeTimer(juno, channelId, HOSTILE, ["<script>document.title = 1</script>"], {
    enabled: false,
  });
  const release = await holdRequests(page, "**/api/2/channels/*/timers");
  await page.goto(`/channels/${channelId}/chat-timers`);
  await expect(page.getByText("Loading timers")).toBeAttached();
  release();
  await expect(listRow(page, "Socials")).toContainText("Join us on discord.example/juniper (+1 more)");
  await expect(page.getByText("<script>document.title = 1</script>")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "timers");
  await page.getByRole("searchbox", { name: "Search timers and messages" }).fill("tuesdays");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search timers and messages" }).fill("");
  await listRow(page, HOSTILE).getByRole("link").click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-timers/${id}`);
  await page.reload();
  await expect(message(page)).toHaveValue("<script>document.title = 1</script>");
  await expect(page).toHaveTitle(/Greenroom$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("dialog", { name: /^Timer/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await navigateInApp(page, `/channels/${channelId}/chat-timers/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByText("This timer doesn't exist")).toBeVisible();

  await failUntilRetried(page, "**/api/2/channels/*/timers");
  await page.goto(`/channels/${channelId}/chat-timers`);
  await expect(page.getByText("The database does not answer.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(listRow(page, "Socials")).toBeVisible();
});
