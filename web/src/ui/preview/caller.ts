import type { Level } from "../../api/roles";

/** The viewer who calls the command in a preview. */
export interface Caller {
  name: string;
  level: Level;
  /** Text after the command. */
  args: string;
}

export const DEFAULT_CALLER: Caller = { name: "kestrel_", level: 0, args: "" };

export const CALLER_ROLES: readonly { value: "0" | "1" | "2" | "7" | "500"; label: string }[] = [
  { value: "0", label: "Public" },
  { value: "1", label: "Sub" },
  { value: "2", label: "VIP" },
  { value: "7", label: "Mod" },
  { value: "500", label: "Owner" },
];

/** Request parameters of the caller. */
export function callerParams({ name, level, args }: Caller) {
  return { level, viewer_name: name.trim() || DEFAULT_CALLER.name, arguments: args };
}
