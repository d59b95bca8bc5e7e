import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel } from "../harness/chat-room.ts";
import { Receiver, signatureOf } from "../harness/receiver.ts";
import type { Rehearsal } from "../harness/rehearsal.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from "../harness/screens.ts";
import { POLL_INTERVALS } from "../harness/times.ts";

const row = (page: Page) => page.getByRole("region", { name: "Webhooks" }).getByRole("listitem");
const deliveries = (page: Page) => page.getByRole("dialog", { name: "Deliveries of Stream lights" });

async function checkScreen(page: Page, name: string): Promise<void> {
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, name);
  await expectTouchTargets(page);
}

/** Creates a webhook on the screen; returns its secret from the clipboard. */
async function createWebhook(page: Page, url: string): Promise<string> {
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await page.getByRole("button", { name: "New webhook" }).first().click();
  const form = page.getByRole("dialog", { name: "New webhook" });
  await form.getByLabel("Name").fill("Stream lights");
  await form.getByLabel("URL").fill("http://192.168.1.1/");
  await form.getByRole("checkbox", { name: "Follow" }).check();
  await form.getByRole("checkbox", { name: "Stream starts" }).check();
  await form.getByRole("button", { name: "Create webhook" }).click();
  await expect(form.getByLabel("URL")).toHaveAccessibleDescription(/https:/);
  await checkScreen(page, "webhooks-form");
  await form.getByLabel("URL").fill(url);
  await form.getByRole("button", { name: "Create webhook" }).click();
  await page.getByRole("button", { name: "Copy secret" }).click();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Done" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

interface Setup {
  page: Page;
  control: Rehearsal;
  receiver: Receiver;
  secret: string;
}

const follow = (control: Rehearsal, viewer: string) => control.post("/twitch/follow", { login: "junoplays", viewer });

async function sendTest({ page, receiver, secret }: Setup): Promise<void> {
  await page.getByRole("button", { name: "Actions for Stream lights" }).click();
  await page.getByRole("menuitem", { name: "Send test" }).click();
  await expect(page.getByText(/^Delivered: status 204 in \d+ ms$/)).toBeVisible();
  const [call] = receiver.calls;
  expect(receiver.calls.length).toBe(1);
  expect([call?.type, call?.signature]).toEqual(["test", call && signatureOf(call, secret)]);
}

async function failOnce({ page, control, receiver, secret }: Setup): Promise<void> {
  receiver.status = 500;
  await follow(control, "marekfixes");
  await expect(row(page)).toContainText(/answered with status 500.*1 waiting/);
  await checkScreen(page, "webhooks");
  await row(page).getByRole("link").click();
  const entries = deliveries(page).getByRole("listitem");
  await expect(entries).toContainText(/FollowWaiting.*Next try at .*Status 500/);
  receiver.status = 204;
  await follow(control, "odalys_");
  const delivered = entries.filter({ hasText: "Delivered" }).first();
  await expect(delivered).toContainText(/Follow.*Status 204/);
  await delivered.getByRole("button", { name: /^Body of Follow/ }).click();
  await expect(delivered.locator("pre")).toContainText(/odalys_/i);
  await checkScreen(page, "webhooks-deliveries");
  for (const call of receiver.calls) expect(call.signature).toBe(signatureOf(call, secret));
}

async function sendAgain({ page, receiver }: Setup): Promise<void> {
  const idsOfLast = () => receiver.calls.filter(({ body }) => /odalys_/i.test(body)).map(({ id }) => id);
  const [id] = idsOfLast();
  await deliveries(page)
    .getByRole("button", { name: /^Send Follow/ })
    .first()
    .click();
  await expect.poll(idsOfLast, { intervals: POLL_INTERVALS }).toEqual([id, id]);
  await page.keyboard.press("Escape");
  await expect(deliveries(page)).toHaveCount(0);
}

test("a program receives signed events of the channel, and the screen shows how each was delivered", async ({
  page,
  openAs,
  control,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const receiver = await Receiver.open();
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await page.goto(`/channels/${channelId}/settings`);
  await page.getByRole("link", { name: "Webhooks" }).click();
  const secret = await createWebhook(page, receiver.url);
  await expect(row(page)).toContainText(/127\.0\.0\.1….*hook · 2 events.*Never called yet/);
  const setup = { page, control, receiver, secret };
  await test.step("a test event is signed with the webhook's secret", () => sendTest(setup));
  await test.step("a failed delivery waits for its next try, and a later delivery arrives", () => failOnce(setup));
  await test.step("a finished delivery is sent again with the same id", () => sendAgain(setup));
  await test.step("a webhook that is switched off stays off after a reload", async () => {
    const isOn = page.getByRole("switch", { name: "Stream lights is on" });
    await isOn.click();
    await expect(row(page)).toContainText("Off");
    await page.reload();
    await expect(isOn).not.toBeChecked();
  });
  receiver.close();
});
