import type { WebSocketRoute } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { expectAbout } from "../harness/times.ts";

type Frame = { text: string; at: number };
type Connection = { route: WebSocketRoute; openedAt: number; sent: Frame[] };

/** Proxies the page's platform socket, records the frames that the page sends, and drops pongs on demand. */
async function proxySocket(page: Page, passesPongs: () => boolean): Promise<Connection[]> {
  const connections: Connection[] = [];
  await page.routeWebSocket(/\/providers-ws$/, (route) => {
    const connection: Connection = { route, openedAt: performance.now(), sent: [] };
    connections.push(connection);
    const server = route.connectToServer();
    route.onMessage((message) => {
      connection.sent.push({ text: String(message), at: performance.now() });
      server.send(message);
    });
    server.onMessage((message) => {
      if (String(message) !== "pong" || passesPongs()) route.send(message);
    });
  });
  return connections;
}

test("the platforms socket is reopened if pongs are missing, and otherwise stays open", async ({ page, openAs }) => {
  let passesPongs = false;
  const connections = await proxySocket(page, () => passesPongs);
  const juno = await openAs(page, "junoplays");
  await page.goto(`/channels/${await juno.createChannel("Night Shift")}/providers`);
  await test.step("a socket without pongs is closed after 3 s, reopened after 1 s, and the list refetched [T9 N3]", async () => {
    await expect.poll(() => connections[0]?.sent.length ?? 0).toBeGreaterThanOrEqual(1);
    const refetched = page.waitForRequest((request) => request.url().endsWith("/providers"));
    await expect.poll(() => connections.length).toBe(2);
    passesPongs = true;
    expectAbout((connections[1]?.openedAt ?? 0) - (connections[0]?.sent[0]?.at ?? 0), 3_000 + 1_000);
    await refetched;
  });
  await test.step("the socket pings every 2 s, and the server's pongs keep it open [T9 N3 K12]", async () => {
    await expect.poll(() => connections[1]?.sent.length ?? 0).toBeGreaterThanOrEqual(4);
    const pings = connections[1]?.sent ?? [];
    expect(pings.map(({ text }) => text)).toEqual(pings.map(() => "ping"));
    for (const [index, ping] of pings.slice(1).entries()) expectAbout(ping.at - (pings[index]?.at ?? 0), 2_000);
    expect(connections).toHaveLength(2);
  });
});
