import type { PreviewBody } from "../../../api/variables";
import type { CommandDraft } from "../../../ui/command/new-command";
import { type Caller, callerParams } from "../../../ui/preview/caller";
import { targetPlatforms } from "./target-platforms";

/** An answer as if this person had just asked for it. */
export function previewRequest(
  draft: CommandDraft,
  index: number,
  caller: Caller,
  commandId: string | null,
): PreviewBody {
  const answer = draft.responses[index];
  return {
    text: answer?.text ?? "",
    kind: "command",
    response_type: draft.response_type,
    providers: [...targetPlatforms(draft.providers, answer?.providers ?? [])],
    ...callerParams(caller),
    command_id: commandId,
    command_name: draft.cmds[0] ?? "",
  };
}
