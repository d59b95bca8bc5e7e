import type { PreviewBody } from "../../../api/variables";
import type { CommandDraft } from "../../../ui/command/new-command";
import { type Caller, callerParams } from "../../../ui/preview/caller";
import { targetPlatforms } from "./target-platforms";

/** Request for a preview of one response, rendered for this caller. */
export function previewRequest(
  draft: CommandDraft,
  index: number,
  caller: Caller,
  commandId: string | null,
): PreviewBody {
  const response = draft.responses[index];
  return {
    text: response?.text ?? "",
    kind: "command",
    response_type: draft.response_type,
    providers: [...targetPlatforms(draft.providers, response?.providers ?? [])],
    ...callerParams(caller),
    command_id: commandId,
    command_name: draft.cmds[0] ?? "",
    access_level: draft.access_level,
  };
}
