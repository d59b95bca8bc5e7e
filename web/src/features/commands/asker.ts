import type { PreviewBody } from "../../api/variables";
import type { CommandDraft, Level } from "./command-types";
import { goesTo } from "./providers";

/** Whoever asks in the preview. */
export interface Asker {
  name: string;
  level: Level;
  /** What is typed behind the command. */
  words: string;
}

export const KESTREL: Asker = { name: "kestrel_", level: 0, words: "" };

/** By what they are called in chat; the numbers are the levels of the platforms' own roles. */
export const ASKERS: readonly { value: "0" | "1" | "2" | "7" | "500"; label: string }[] = [
  { value: "0", label: "Viewer" },
  { value: "1", label: "Sub" },
  { value: "2", label: "VIP" },
  { value: "7", label: "Mod" },
  { value: "500", label: "Owner" },
];

/** An answer as if this person had just asked for it. */
export function trialOf(draft: CommandDraft, place: number, asker: Asker, commandId: string | null): PreviewBody {
  const answer = draft.responses[place];
  return {
    text: answer?.text ?? "",
    kind: "command",
    response_type: draft.response_type,
    providers: [...goesTo(draft.providers, answer?.providers ?? [])],
    level: asker.level,
    viewer_name: asker.name.trim() || KESTREL.name,
    arguments: asker.words,
    command_id: commandId,
    command_name: draft.cmds[0] ?? "",
  };
}
