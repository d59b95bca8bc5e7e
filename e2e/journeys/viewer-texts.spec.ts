import { expect, test } from "../fixtures.ts";
import { createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { createWidget, openWidget } from "../harness/widgets.ts";

// Marks that stack above a letter, far beyond its line.
const STACKED = `Z${"\u0301\u0302\u0303\u0300".repeat(20)}`;

test("on widgets marks stacked on a letter do not cover the lines above, and a long countdown is one line", async ({
  page,
  openSession,
  control,
}) => {
  const juno = await openSession("junoplays");
  const setup = { page, juno, control, channelId: await createLiveChannel(juno, control, ["twitch"]) };
  await openWidget(
    setup,
    await createWidget(setup, "chat", { disappear_after_seconds: 0 }, { css: "html { background: #000 }" }),
  );
  await expect(page.locator(".chat")).toBeAttached();
  await sendMessage(control, "twitch", STACKED);
  const line = page.locator(".chat-line");
  await expect(line).toHaveText(/Z/);
  const top = await line.evaluate((node) => node.getBoundingClientRect().top);
  const above = { x: 0, y: top - 100, width: 720, height: 100 };
  const picture = await page.screenshot({ clip: above });
  await line.evaluate((node) => node.style.setProperty("visibility", "hidden"));
  expect(picture.equals(await page.screenshot({ clip: above }))).toBe(true);

  await openWidget(setup, await createWidget(setup, "subathon", { seconds: 365 * 86_400 }));
  const time = page.locator(".countdown-time");
  await page.setViewportSize({ width: 480, height: 240 });
  await expect(time).toHaveText("8760:00:00");
  const { left, right, lines } = await time.evaluate((node) => {
    const shown = document.createRange();
    shown.selectNodeContents(node);
    const { left, right } = shown.getBoundingClientRect();
    return { left, right, lines: shown.getClientRects().length };
  });
  expect(lines).toBe(1);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(480);
});
