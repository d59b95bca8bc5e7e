import { consentAs, expect, type Page, test } from "../fixtures.ts";
import { chatRows, createLiveChannel } from "../harness/chat-room.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import { POLL_INTERVALS } from "../harness/times.ts";

const STREAMING_LABELS = [
  ["twitch", "Twitch"],
  ["youtube", "YouTube"],
  ["kick", "Kick"],
  ["tiktok", "TikTok"],
] as const;

test("in a rehearsal one button leads from the first sign-in to a busy chat", async ({ page, startInstallation }) => {
  const { url } = await startInstallation({ GREENROOM_REHEARSAL_URL: "of this installation" });
  await page.goto(`${url}/`);
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  await consentAs(page, "junoplays");
  const full = page.getByRole("button", { name: "Try it with everything connected" });
  await expect(full).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "welcome");
  await full.click();
  await expect(page).toHaveURL(/\/chat/);
  await expect(chatRows(page).first()).toBeVisible();

  const card = page.getByRole("dialog", { name: "Four platforms, one chat" });
  await expect(card).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "Moderate in one click" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/chat$/);

  await page.getByRole("button", { name: "Rehearsal" }).click();
  const panel = page.getByRole("complementary", { name: "Rehearsal" });
  await panel.getByRole("button", { name: "Spam wave" }).click();
  await expect(page.getByText("Cheap viewers and followers", { exact: false }).first()).toBeVisible();
  await panel.getByRole("button", { name: "Unplug Kick" }).click();
  await expect(panel.getByRole("button", { name: "Plug Kick in" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "chat with the rehearsal panel");
});

test("the buttons of the control page trigger every kind of activity that a platform reports", async ({
  page,
  control,
  installation,
  openSession,
}) => {
  const juno = await openSession("junoplays");
  const channelId = await createLiveChannel(juno, control);
  await page.goto(installation.controlUrl);
  await page.getByLabel("Channel of").selectOption("junoplays");
  await page.getByText("Single viewer actions").click();
  await page.getByRole("combobox", { name: "Viewer" }).fill("marekfixes");
  // This text is also the name of a category.
  await page.getByLabel("Text").fill("Just Talking");
  for (const [provider, label] of STREAMING_LABELS) {
    await page.locator("#action-platform").selectOption(provider);
    await page.getByLabel("Amount").fill("5");
    const names = await page.locator("#action-actions button").allTextContents();
    for (const name of names) await press(page, name, label);
    // An amount of 1 is a first month or a single gift.
    await page.getByLabel("Amount").fill("1");
    for (const name of ["Subscribe", "Gift subs"]) if (names.includes(name)) await press(page, name, label);
  }
  const { records: expected } = await juno.get<{ records: PlatformKinds[] }>(`/channels/${channelId}/activity-kinds`);
  const happened = async () => {
    const { records } = await juno.get<{ records: { provider: string; kind: string }[] }>(
      `/channels/${channelId}/activities?limit=100`,
    );
    return expected.map(({ provider }) => {
      const kinds = records.filter((one) => one.provider === provider).map(({ kind }) => kind);
      return { provider, kinds: [...new Set(kinds)].sort() };
    });
  };
  // Kick reports raids only on the feed of its site, which this installation does not read.
  const isReported = (provider: string, kind: string) => !(provider === "kick" && kind === "raid");
  const sorted = expected.map(({ provider, kinds }) => ({
    provider,
    kinds: kinds.filter((kind) => isReported(provider, kind)).sort(),
  }));
  await expect.poll(happened, { intervals: POLL_INTERVALS }).toEqual(sorted);
});

type PlatformKinds = { provider: string; kinds: string[] };

async function press(page: Page, name: string, label: string): Promise<void> {
  if (name === "Delete last") await press(page, "Say", label);
  await page.locator("#action-actions").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("status"), name).toHaveText(`${name}: done on ${label}.`);
}
