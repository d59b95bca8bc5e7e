import { useRoles } from "../../../api/roles";
import { levelChoices } from "../../../ui/chat/role-labels";
import type { Asker } from "../../../ui/preview/caller";
import { AskerPopover } from "../../../ui/preview/caller-popover";
import { Preview } from "../../../ui/preview/preview";
import shown from "../../../ui/preview/preview.module.css";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useTrial } from "../../../ui/preview/use-debounced-preview";
import classes from "../editor/command-editor.module.css";
import type { Editing } from "../editor/form-props";
import { trialOf } from "./preview-request";

interface PreviewSectionProps extends Editing {
  asker: Asker;
  onAsker: (asker: Asker) => void;
  /** The answer that is shown. */
  active: number;
}

/** The answer as a chat line on each platform, asked for by somebody; nothing is sent. */
export function PreviewSection({ asker, onAsker, active, ...editing }: PreviewSectionProps) {
  const { channelId, commandId, draft } = editing;
  const trial = useTrial(channelId, trialOf(draft, active, asker, commandId));
  return (
    <div className={classes["preview"]}>
      <Preview
        title={draft.responses.length === 1 ? "Preview" : `Preview of answer ${active + 1}`}
        tools={<AskerPopover asker={asker} onChange={onAsker} />}
      >
        <Refused {...editing} asker={asker} />
        <PreviewLines
          channelId={channelId}
          trial={trial}
          about="Write an answer to see it here, on each of your platforms."
          viewer={asker.name}
          asked={[draft.cmds[0] ?? "", asker.words].join(" ").trim()}
        />
      </Preview>
    </div>
  );
}

/** Whoever may not use a command gets no answer, whatever the answer is. */
function Refused({ draft, asker }: Editing & { asker: Asker }) {
  const roles = useRoles().data ?? [];
  if (asker.level >= draft.access_level) return null;
  const level = levelChoices(roles).find(({ value }) => value === String(draft.access_level));
  return (
    <p className={shown["refused"]}>
      <bdi>{asker.name}</bdi> gets no answer{level && ` (${level.label.toLowerCase()})`}. Others would see:
    </p>
  );
}
