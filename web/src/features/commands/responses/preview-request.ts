import type { PreviewBody } from "../../../api/variables";
import type { CommandDraft } from "../../../ui/command/new-command";
import { type Asker, askedBy } from "../../../ui/preview/caller";
import { goesTo } from "./target-platforms";

/** An answer as if this person had just asked for it. */
export function trialOf(draft: CommandDraft, place: number, asker: Asker, commandId: string | null): PreviewBody {
  const answer = draft.responses[place];
  return {
    text: answer?.text ?? "",
    kind: "command",
    response_type: draft.response_type,
    providers: [...goesTo(draft.providers, answer?.providers ?? [])],
    ...askedBy(asker),
    command_id: commandId,
    command_name: draft.cmds[0] ?? "",
  };
}
