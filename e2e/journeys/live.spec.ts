import type { WebSocketRoute } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { expectAbout } from "../harness/times.ts";

type Frame = { text: string; at: number };
type Line = { route: WebSocketRoute; openedAt: number; sent: Frame[] };

/** Stands between the page and the server's platform socket; `answers` decides whether pongs get through. */
async function overhear(page: Page, answers: () => boolean): Promise<Line[]> {
  const lines: Line[] = [];
  await page.routeWebSocket(/\/providers-ws$/, (route) => {
    const line: Line = { route, openedAt: performance.now(), sent: [] };
    lines.push(line);
    const server = route.connectToServer();
    route.onMessage((message) => {
      line.sent.push({ text: String(message), at: performance.now() });
      server.send(message);
    });
    server.onMessage((message) => {
      if (String(message) !== "pong" || answers()) route.send(message);
    });
  });
  return lines;
}

test("the socket of the platforms: silence and answers", async ({ page, enter }) => {
  let answers = false;
  const lines = await overhear(page, () => answers);
  const juno = await enter(page, "junoplays");
  await page.goto(`/channels/${await juno.createChannel("Night Shift")}/providers`);
  await test.step("a socket without pongs is given up after 3 s, opened again after 1 s, and the list refetched [T9 N3]", async () => {
    await expect.poll(() => lines[0]?.sent.length ?? 0).toBeGreaterThanOrEqual(1);
    const refetched = page.waitForRequest((request) => request.url().endsWith("/providers"));
    await expect.poll(() => lines.length).toBe(2);
    answers = true;
    expectAbout((lines[1]?.openedAt ?? 0) - (lines[0]?.sent[0]?.at ?? 0), 3_000 + 1_000);
    await refetched;
  });
  await test.step("the socket pings every 2 s, and the server's pongs keep it open [T9 N3 K12]", async () => {
    await expect.poll(() => lines[1]?.sent.length ?? 0).toBeGreaterThanOrEqual(4);
    const pings = lines[1]?.sent ?? [];
    expect(pings.map(({ text }) => text)).toEqual(pings.map(() => "ping"));
    for (const [index, ping] of pings.slice(1).entries()) expectAbout(ping.at - (pings[index]?.at ?? 0), 2_000);
    expect(lines).toHaveLength(2);
  });
});
