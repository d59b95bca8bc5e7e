import { levelLabel } from "../../../ui/chat/role-labels";
import type { Caller } from "../../../ui/preview/caller";
import { CallerPopover } from "../../../ui/preview/caller-popover";
import { Preview } from "../../../ui/preview/preview";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import type { FormProps } from "../editor/form-props";
import { previewRequest } from "./preview-request";

interface PreviewSectionProps extends FormProps {
  caller: Caller;
  onCaller: (caller: Caller) => void;
  /** Index of the previewed response. */
  active: number;
}

/** Preview of one response as a chat line on each of its platforms; nothing is sent to chat. */
export function PreviewSection({ caller, onCaller, active, ...form }: PreviewSectionProps) {
  const { channelId, commandId, draft } = form;
  const preview = useDebouncedPreview(channelId, previewRequest(draft, active, caller, commandId));
  return (
    <div className="pt-12">
      <Preview
        title={draft.responses.length === 1 ? "Preview" : `Preview of response ${active + 1}`}
        tools={<CallerPopover caller={caller} onChange={onCaller} />}
      >
        <LevelNotice {...form} caller={caller} />
        <PreviewLines
          channelId={channelId}
          preview={preview}
          about="Enter a response to preview it on each platform."
          viewer={caller.name}
          message={[draft.cmds[0] ?? "", caller.args].join(" ").trim()}
        />
      </Preview>
    </div>
  );
}

/** Warning if the caller's level is too low to use the command. */
function LevelNotice({ draft, caller }: FormProps & { caller: Caller }) {
  if (caller.level >= draft.access_level) return null;
  const level = levelLabel(draft.access_level);
  return (
    <p className="fs-chat amber px-12 py-4">
      <bdi>{caller.name}</bdi> can't use this command{level && ` (${level.toLowerCase()})`}. Others see:
    </p>
  );
}
