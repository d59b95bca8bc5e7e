import { element, setCssVariables, shade } from "../dom";
import type { Renderer, SettingsOf } from "../stage-types";

const NUMBER = new Intl.NumberFormat("en");

export function mountGoal(root: HTMLElement, settings: SettingsOf["goal"]): Renderer {
  const goal = element("div", "goal");
  setCssVariables(goal, {
    "text-size": `${settings.text_size}px`,
    shade: shade(settings.background_percent),
    colour: settings.colour,
  });
  const number = element("span", "goal-number");
  const bar = element("div", "goal-bar");
  const fill = element("div", "goal-fill");
  bar.append(fill);
  goal.append(element("span", "goal-title", settings.title), number, bar);
  root.append(goal);
  let shown = settings.start;
  const sign = settings.metric === "value" ? "$" : "";
  const show = (current: number) => {
    number.textContent = `${sign}${NUMBER.format(current)} / ${sign}${NUMBER.format(settings.target)}`;
    fill.style.width = `${Math.min((current / settings.target) * 100, 100)}%`;
    goal.classList.toggle("goal-reached", current >= settings.target);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    state: ({ current = settings.start }) => {
      shown = current;
      show(current);
    },
    event: () => undefined,
    test: (name) => {
      clearTimeout(timer);
      show(name === "reached" ? settings.target : Math.min(shown + Math.ceil(settings.target / 10), settings.target));
      timer = setTimeout(() => show(shown), 5_000);
    },
    destroy: () => clearTimeout(timer),
  };
}
