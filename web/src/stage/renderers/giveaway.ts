import { element, setCssVariables, shade } from "../dom";
import { platformMark } from "../platform-mark";
import type { Renderer, SettingsOf, ShownGiveaway } from "../stage-types";

const NUMBER = new Intl.NumberFormat("en");

const SAMPLE: ShownGiveaway = {
  prize: "Mechanical keycap set",
  state: "drawn",
  keyword: "!keycap",
  entry_count: 187,
  ticket_count: 412,
  winners: [{ name: "quietquill", provider: "twitch", is_waiting: false }],
};

export function mountGiveaway(root: HTMLElement, settings: SettingsOf["giveaway"]): Renderer {
  const box = element("div", "giveaway");
  setCssVariables(box, {
    "text-size": `${settings.text_size}px`,
    shade: shade(settings.background_percent),
    colour: settings.colour,
  });
  root.append(box);
  let last: ShownGiveaway | null = null;
  const show = (giveaway: ShownGiveaway | null) => {
    box.hidden = giveaway === null;
    if (giveaway) box.replaceChildren(...nodesOf(giveaway, settings));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    state: ({ giveaway = null }) => {
      last = giveaway;
      show(giveaway);
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

function nodesOf(giveaway: ShownGiveaway, settings: SettingsOf["giveaway"]): HTMLElement[] {
  const title = element("div", "giveaway-title", settings.title || giveaway.prize);
  if (giveaway.winners.length > 0) return [title, ...giveaway.winners.map(winnerNode)];
  const nodes: HTMLElement[] = [title];
  if (giveaway.state === "open") nodes.push(entryNode(giveaway.keyword));
  if (settings.has_count) nodes.push(element("div", "giveaway-count", countOf(giveaway)));
  return nodes;
}

function entryNode(keyword: string): HTMLElement {
  const node = element("div", "giveaway-entry", keyword ? "Write " : "Enter in chat");
  if (keyword) node.append(element("bdi", "giveaway-keyword", keyword));
  return node;
}

function countOf({ entry_count: viewers, ticket_count: tickets }: ShownGiveaway): string {
  const entered = `${NUMBER.format(viewers)} ${viewers === 1 ? "viewer" : "viewers"}`;
  return tickets === viewers ? entered : `${entered}, ${NUMBER.format(tickets)} tickets`;
}

function winnerNode({ name, provider, is_waiting: isWaiting }: ShownGiveaway["winners"][number]): HTMLElement {
  const node = element("div", "giveaway-winner");
  node.append(platformMark("giveaway-platform", provider), element("bdi", "giveaway-name", name));
  if (isWaiting) node.append(element("span", "", "write to claim"));
  return node;
}
