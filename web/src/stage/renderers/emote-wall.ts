import { element, picture, setCssVariables } from "../dom";
import { sampleLine } from "../samples";
import type { Renderer, SettingsOf } from "../stage-types";
import { emotesOf } from "./line-parts";

export function mountEmoteWall(root: HTMLElement, settings: SettingsOf["emote_wall"]): Renderer {
  const wall = element("div", "wall");
  wall.dataset["motion"] = settings.motion;
  setCssVariables(wall, { size: `${settings.size}px`, seconds: `${settings.seconds}s` });
  root.append(wall);
  const providers = new Set<string>(settings.providers);
  const fly = (urls: readonly string[]) => {
    for (const url of urls.slice(0, settings.max_per_message)) {
      if (wall.childElementCount >= settings.max_emotes) return;
      const emote = picture("wall-emote", url);
      if (!emote) continue;
      setCssVariables(emote, { x: Math.random(), y: Math.random(), sway: Math.random() * 2 - 1 });
      emote.addEventListener("animationend", () => emote.remove());
      wall.append(emote);
    }
  };
  let samples = 0;
  return {
    state: () => undefined,
    event: (event) => {
      if (event.type !== "line") return;
      if (providers.size === 0 || providers.has(event.line.provider)) fly(emotesOf(event.line));
    },
    test: () => {
      samples += 1;
      fly(emotesOf(sampleLine("emotes", samples)));
    },
    destroy: () => undefined,
  };
}
