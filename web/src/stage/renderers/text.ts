import { element, setCssVariables, shade } from "../dom";
import type { Renderer, SettingsOf } from "../stage-types";

export function mountText(root: HTMLElement, settings: SettingsOf["text"]): Renderer {
  const text = element("div", "text");
  text.dataset["align"] = settings.align;
  setCssVariables(text, {
    "text-size": `${settings.text_size}px`,
    shade: shade(settings.background_percent),
    colour: settings.colour,
  });
  root.append(text);
  const show = (shown: string) => {
    text.textContent = shown;
    text.hidden = shown === "";
  };
  let last = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    state: ({ text: shown = "" }) => {
      last = shown;
      show(shown);
    },
    event: () => undefined,
    test: () => {
      clearTimeout(timer);
      show("This is how your text looks");
      timer = setTimeout(() => show(last), 5_000);
    },
    destroy: () => clearTimeout(timer),
  };
}
