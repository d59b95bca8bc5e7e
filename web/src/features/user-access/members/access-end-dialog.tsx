import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import { useSetAccessEnd } from "../access.queries";
import { type AccessEndDraft, AccessEndField, accessEndBody, isComplete } from "../access-end-field";
import type { Member } from "../access-types";

interface AccessEndDialogProps {
  channelId: string;
  member: Member;
  onClose: () => void;
}

export function AccessEndDialog({ channelId, member, onClose }: AccessEndDialogProps) {
  const [draft, setDraft] = useState<AccessEndDraft>(() => draftOf(member));
  const save = useSetAccessEnd(channelId, member);
  return (
    <Dialog opened title={`When does ${member.display_name}'s access end?`} size={400} onClose={onClose}>
      <AccessEndField label="Access ends" value={draft} onChange={setDraft} hasNever />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose}>Cancel</Button>
        <BusyButton
          variant="filled"
          isBusy={save.isPending}
          isDisabled={!isComplete(draft)}
          onClick={() => save.mutate(accessEndBody(draft), { onSuccess: onClose })}
        >
          Save
        </BusyButton>
      </Group>
    </Dialog>
  );
}

function draftOf({ expires_at: expiresAt, ends_after_stream: endsAfterStream }: Member): AccessEndDraft {
  if (endsAfterStream) return { ends: "after_stream", at: "" };
  return expiresAt === null ? { ends: "never", at: "" } : { ends: "date", at: localTime(expiresAt) };
}

/** The time in the browser's time zone, without seconds: "2030-01-02T21:42". */
function localTime(moment: string): string {
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
