import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, sendMessage } from "../harness/chat-room.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";
import { POLL_INTERVALS } from "../harness/times.ts";

const LOGIN = "junoplays";

type Setup = { page: Page; juno: Session; control: Rehearsal; channelId: string };
type Webhook = { url: string; messages: { content: string }[] };

const integrations = (page: Page) => page.getByRole("region", { name: "Integrations" });
const webhook = (control: Rehearsal) => control.get<Webhook>(`/discord/webhook/${LOGIN}`);
const contents = async (control: Rehearsal) => (await webhook(control)).messages.map(({ content }) => content);

async function setUpAnnouncements({ page, control, channelId }: Setup) {
  await page.goto(`/channels/${channelId}/providers`);
  await integrations(page).getByRole("link", { name: "Discord settings" }).click();
  await expect(page.getByRole("heading", { name: "Announcements", exact: true })).toBeVisible();
  const url = page.getByRole("textbox", { name: "Webhook URL" });
  await url.fill("https://example.com/api/webhooks/1/2");
  await page.getByRole("button", { name: "Save webhook" }).click();
  await expect(url).toHaveAccessibleDescription(/URL of a Discord webhook/);
  await url.fill((await webhook(control)).url);
  await page.getByRole("button", { name: "Save webhook" }).click();
  await expect(page.getByText(/JunoPlays is live on Discord, URL ends in/)).toBeVisible();
  await page.getByRole("textbox", { name: "Text when you go live" }).fill("$(channel) plays on $(platform)");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Night Shift plays on Twitch");
  await page.getByRole("switch", { name: "Announce streams" }).click();
  await page.getByRole("button", { name: "Save announcements" }).click();
  await page.getByRole("button", { name: "Post a test" }).click();
  await expect(page.getByText("Test posted")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "announcements");
}

async function announceStream({ page, control }: Setup) {
  await control.post("/twitch/go-live", { login: LOGIN });
  await expect.poll(() => contents(control), { intervals: POLL_INTERVALS }).toContain("Night Shift plays on Twitch");
  await expect(page.getByRole("region", { name: "Latest announcements" })).toContainText("Posted");
  await control.post("/twitch/end", { login: LOGIN });
  await expect
    .poll(() => contents(control), { intervals: POLL_INTERVALS })
    .toContain("Night Shift was live for 1 minute.");
  await expect(page.getByRole("region", { name: "Latest announcements" })).toContainText("Edited at the end");
  expect(await contents(control)).toHaveLength(2);
  await page.getByRole("link", { name: "All platforms" }).click();
  const line = integrations(page).getByText("Announces streams in JunoPlays is live");
  // The two buttons beside the line leave room for its words.
  await expect.poll(async () => (await line.boundingBox())?.width ?? 0).toBeGreaterThan(100);
}

async function requestSongs({ page, juno, control, channelId }: Setup) {
  await juno.connectPlatform(channelId, LOGIN, "spotify");
  await juno.post(`/channels/${channelId}/commands`, {
    cmds: ["!sr"],
    responses: [{ text: "$(song.request $(query))" }],
    global_cooldown: 0,
    chatter_cooldown: 0,
  });
  await page.reload();
  await expect(integrations(page)).toContainText("Playing “Harbour Lights Off”");
  await integrations(page).getByRole("link", { name: "Spotify settings" }).click();
  await page.getByRole("switch", { name: "Take requests" }).click();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("No songs are requested.")).toBeVisible();
  await sendMessage(control, "twitch", "!sr solder smoke", { viewer: "marekfixes" });
  const songs = page.getByRole("list", { name: "Requested songs" });
  await expect(songs).toContainText("Solder Smoke by Marta Vale");
  await sendMessage(control, "twitch", "!sr eight colours", { viewer: "hanamori" });
  await expect(songs.getByRole("listitem")).toHaveCount(2);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "song-requests");
  await songs.getByRole("button", { name: "Remove Eight Colours" }).click();
  await expect(songs.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByRole("heading", { name: "Solder Smoke" })).toBeVisible();
  await page.goto(`/channels/${channelId}/chat`);
  await expect(chatRow(page, "Solder Smoke by Marta Vale was added at number 1.").first()).toBeVisible();
}

test("streams are announced on Discord, and viewers request songs on Spotify [P11]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, LOGIN);
  const channelId = await juno.createChannel("Night Shift");
  await juno.connectPlatform(channelId, LOGIN, "twitch");
  const setup = { page, juno, control, channelId };
  await setUpAnnouncements(setup);
  await announceStream(setup);
  await requestSongs(setup);
});
