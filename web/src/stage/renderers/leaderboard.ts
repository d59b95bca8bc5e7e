import { element, picture, setCssVariables, shade } from "../dom";
import { platformMark } from "../platform-mark";
import type { Leaderboard, LeaderboardRow, Renderer, SettingsOf } from "../stage-types";

const NUMBER = new Intl.NumberFormat("en");

const SAMPLE: Leaderboard = {
  points_name: "points",
  rows: [
    { name: "kestrel_", provider: "twitch", avatar_url: "", balance: 64_210 },
    { name: "Pixel Harbour", provider: "youtube", avatar_url: "", balance: 47_380 },
    { name: "DoubleEspresso", provider: "kick", avatar_url: "", balance: 18_450 },
  ],
};
const EMPTY: Leaderboard = { points_name: "", rows: [] };

export function mountLeaderboard(root: HTMLElement, settings: SettingsOf["leaderboard"]): Renderer {
  const box = element("div", "leaderboard");
  setCssVariables(box, {
    "text-size": `${settings.text_size}px`,
    shade: shade(settings.background_percent),
    colour: settings.colour,
  });
  root.append(box);
  let last = EMPTY;
  const show = ({ points_name, rows }: Leaderboard) => {
    const title = element("div", "leaderboard-title", settings.title || points_name);
    const shown = rows.slice(0, settings.max_rows);
    box.replaceChildren(title, ...shown.map((row, index) => rowNode(row, index + 1, settings.has_avatars)));
    box.hidden = rows.length === 0;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    state: ({ leaderboard = EMPTY }) => {
      last = leaderboard;
      show(leaderboard);
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

function rowNode(row: LeaderboardRow, rank: number, hasAvatar: boolean): HTMLElement {
  const node = element("div", "leaderboard-row");
  const mark = platformMark("leaderboard-platform", row.provider);
  const face = hasAvatar ? picture("leaderboard-avatar", row.avatar_url) : null;
  const name = element("bdi", "leaderboard-name", row.name);
  face?.addEventListener("error", () => name.before(mark));
  node.append(
    element("span", "leaderboard-rank", String(rank)),
    face ?? mark,
    name,
    element("span", "leaderboard-points", NUMBER.format(row.balance)),
  );
  return node;
}
