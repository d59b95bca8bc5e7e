import { useNavigate } from "react-router";
import { HistoryLink } from "../../../session/access/history-link";
import { BusyButton } from "../../../ui/buttons/busy-button";
import type { DraftBase } from "../../../ui/editor/drafts";
import { EditorHead } from "../../../ui/editor/editor-head";
import { EditorSheet } from "../../../ui/editor/editor-sheet";
import { useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import { MAY_NOT_MANAGE } from "../giveaway-labels";
import type { GiveawayDetails, GiveawayDraft } from "../giveaway-types";
import { useSaveDefaults } from "../giveaways.queries";
import { rulesOf } from "./draft";
import { EligibilityFields } from "./eligibility-fields";
import { EntryFields } from "./entry-fields";
import classes from "./giveaway-editor.module.css";
import { PrizeFields } from "./prize-fields";
import { TimeFields } from "./time-fields";
import { useSaveGiveaway } from "./use-save-giveaway";

interface GiveawayEditorProps {
  channelId: string;
  /** Null for a new giveaway. */
  giveaway: GiveawayDetails | null;
  saved: DraftBase<GiveawayDraft>;
  /** Whether another user has deleted the giveaway since the editor was opened. */
  isDeleted?: boolean;
  canManage: boolean;
}

export function GiveawayEditor(props: GiveawayEditorProps) {
  const { channelId, giveaway: loaded, saved, isDeleted = false, canManage } = props;
  const giveaway = isDeleted ? null : loaded;
  const navigate = useNavigate();
  const list = `/channels/${channelId}/giveaways`;
  const isOver = giveaway !== null && !["draft", "open", "paused"].includes(giveaway.state);
  const sheet = useEditorSheet({
    list,
    saved,
    isNew: giveaway === null,
    isDeleted,
    isLocked: !canManage || isOver,
    onSave: useSaveGiveaway(channelId, giveaway),
  });
  const title = sheet.form.draft.title.trim() || "New giveaway";
  // Once the giveaway has been opened, only its closing time, reminders and announcements may change.
  const isFixed = giveaway !== null && giveaway.state !== "draft";
  const lockedBecause = isOver ? "This giveaway is closed, so its rules no longer change" : MAY_NOT_MANAGE;
  const form = {
    ...sheet.form,
    isFixed: isFixed || sheet.form.isLocked,
    lockedBecause: sheet.form.isLocked ? lockedBecause : "The rules are fixed since opening",
  };
  const close = () => (giveaway ? void navigate(`${list}/${giveaway.id}`) : sheet.close());
  return (
    <EditorSheet
      sheet={{ ...sheet, close }}
      item="giveaway"
      title={title}
      label={`Giveaway ${title}`}
      lockedBecause={`${lockedBecause}.`}
      className={classes["parts"]}
      head={
        <EditorHead
          title={title}
          tools={
            <>
              {canManage && <DefaultsButton channelId={channelId} draft={sheet.form.draft} />}
              {giveaway && <HistoryLink section="giveaways" name={giveaway.title} />}
            </>
          }
          isSaved={giveaway !== null}
          onDelete={null}
          onClose={close}
        />
      }
    >
      {isFixed && !sheet.form.isLocked && (
        <p className="small muted mt-2 mb-10">
          The rules are fixed since opening. Closing time, reminders and announcements can still change.
        </p>
      )}
      <PrizeFields form={form} />
      <EntryFields form={form} />
      <EligibilityFields form={form} />
      <TimeFields form={form} />
    </EditorSheet>
  );
}

function DefaultsButton({ channelId, draft }: { channelId: string; draft: GiveawayDraft }) {
  const save = useSaveDefaults(channelId);
  return (
    <BusyButton size="xs" variant="subtle" isBusy={save.isPending} onClick={() => save.mutate(rulesOf(draft))}>
      Save as default
    </BusyButton>
  );
}
