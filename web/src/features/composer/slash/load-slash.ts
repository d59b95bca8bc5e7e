import { useEffect, useState } from "react";
import type { SlashModule } from "./slash-module";

let loaded: SlashModule | null = null;

/** Loads the code of slash commands once, when it is needed: most users never type one. */
export async function loadSlash(): Promise<SlashModule> {
  loaded ??= (await import("./slash-module")).slashModule;
  return loaded;
}

/** Whether the text is a slash command, which is run and never sent as it was typed. */
export function isSlashCommand(text: string): boolean {
  return text.trimStart().startsWith("/");
}

/** The code of slash commands; null until it is loaded, which starts when the text begins with "/". */
export function useSlash(text: string): SlashModule | null {
  const [slash, setSlash] = useState(loaded);
  const isNeeded = slash === null && isSlashCommand(text);
  useEffect(() => {
    // If loading fails, Enter tries again and reports the error.
    if (isNeeded) loadSlash().then(setSlash, () => undefined);
  }, [isNeeded]);
  return slash;
}
