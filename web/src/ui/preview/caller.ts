import type { Level } from "../../api/roles";

/** Whoever asks in a preview. */
export interface Caller {
  name: string;
  level: Level;
  /** What is typed behind the command. */
  words: string;
}

export const DEFAULT_CALLER: Caller = { name: "kestrel_", level: 0, words: "" };

/** By what they are called in chat; the numbers are the levels of the platforms' own roles. */
export const CALLER_ROLES: readonly { value: "0" | "1" | "2" | "7" | "500"; label: string }[] = [
  { value: "0", label: "Viewer" },
  { value: "1", label: "Sub" },
  { value: "2", label: "VIP" },
  { value: "7", label: "Mod" },
  { value: "500", label: "Owner" },
];

/** Who asks, as a preview wants to know it. */
export function callerParams({ name, level, words }: Caller) {
  return { level, viewer_name: name.trim() || DEFAULT_CALLER.name, arguments: words };
}
