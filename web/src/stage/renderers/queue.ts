import { element, setCssVariables, shade } from "../dom";
import { platformMark } from "../platform-mark";
import type { Renderer, SettingsOf, ShownQueue, ShownViewer } from "../stage-types";

const SAMPLE: ShownQueue = {
  name: "Viewer races",
  is_open: true,
  waiting: 3,
  rows: [
    { name: "kestrel_", provider: "twitch", state: "playing" },
    { name: "Mats Holm", provider: "youtube", state: "called" },
    { name: "brackenfell", provider: "twitch", state: "waiting" },
    { name: "DoubleEspresso", provider: "kick", state: "waiting" },
    { name: "lena.draws", provider: "tiktok", state: "waiting" },
  ],
};
const EMPTY: ShownQueue = { name: "", is_open: false, waiting: 0, rows: [] };

export function mountQueue(root: HTMLElement, settings: SettingsOf["queue"]): Renderer {
  const box = element("div", "queue");
  setCssVariables(box, {
    "text-size": `${settings.text_size}px`,
    shade: shade(settings.background_percent),
    colour: settings.colour,
  });
  root.append(box);
  let last = EMPTY;
  const show = (queue: ShownQueue) => {
    const rows = queue.rows.slice(0, settings.max_rows);
    const shownWaiting = rows.filter(({ state }) => state === "waiting").length;
    const title = element("div", "queue-title", settings.title || queue.name);
    box.replaceChildren(title, ...rowNodes(rows));
    if (!queue.is_open) title.append(element("span", "queue-state", "closed"));
    if (queue.waiting > shownWaiting)
      box.append(element("div", "queue-more", `and ${queue.waiting - shownWaiting} more`));
    box.hidden = queue.name === "" || (!queue.is_open && (settings.hides_when_closed || rows.length === 0));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    state: ({ queue = EMPTY }) => {
      last = queue;
      show(queue);
    },
    event: () => undefined,
    test: () => {
      clearTimeout(timer);
      show(SAMPLE);
      timer = setTimeout(() => show(last), 5_000);
    },
    destroy: () => clearTimeout(timer),
  };
}

/** A row for each viewer: with a number if the viewer waits, else with "playing" or "next". */
function rowNodes(rows: readonly ShownViewer[]): HTMLElement[] {
  let place = 0;
  return rows.map(({ name, provider, state }) => {
    const isWaiting = state === "waiting";
    if (isWaiting) place += 1;
    const node = element("div", "queue-row");
    node.append(
      element("span", "queue-place", isWaiting ? String(place) : ""),
      platformMark("queue-platform", provider),
      element("bdi", "queue-name", name),
    );
    if (!isWaiting) node.append(element("span", "queue-state", state === "playing" ? "playing" : "next"));
    return node;
  });
}
