import { Button, Group, Menu } from "@mantine/core";
import { IconClock, IconCrown, IconDoorExit, IconUserMinus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { localMinute } from "../../../lib/time/local-minute";
import { LeaveDialog } from "../../../session/access/leave-channel";
import { useChannel } from "../../../session/channel";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { Dialog } from "../../../ui/dialogs/dialog";
import { RowMenu } from "../../../ui/list/row-menu";
import { useRemoveMember, useSetAccessEnd, useTransferOwnership } from "../access.queries";
import { type AccessEndDraft, AccessEndField, accessEndBody, isComplete } from "../access-end-field";
import type { Member } from "../access-types";

export interface MemberRowProps {
  channelId: string;
  member: Member;
  /** Whether the member is the signed-in user. */
  isMe: boolean;
  /** Whether the signed-in user is an owner. */
  isOwner: boolean;
  now: number;
}

type OpenDialog = "end" | "transfer" | "remove" | "leave" | null;

/** Menu of actions on a member; empty if the signed-in user has no action on the member. */
export function MemberMenu({ channelId, member, isMe, isOwner }: MemberRowProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  const canChange = member.grantable_levels.length > 0 && !isMe;
  if (!canChange && !isMe) return <span />;
  return (
    <>
      <RowMenu label={`Actions for ${member.display_name}`}>
        {canChange && member.role !== "Owner" && (
          <Menu.Item leftSection={<IconClock size={16} />} onClick={() => setOpen("end")}>
            Access ends by itself
          </Menu.Item>
        )}
        {canChange && isOwner && member.role !== "Owner" && (
          <Menu.Item leftSection={<IconCrown size={16} />} onClick={() => setOpen("transfer")}>
            Transfer ownership
          </Menu.Item>
        )}
        {canChange && (
          <Menu.Item color="red" leftSection={<IconUserMinus size={16} />} onClick={() => setOpen("remove")}>
            Remove
          </Menu.Item>
        )}
        {isMe && (
          <Menu.Item color="red" leftSection={<IconDoorExit size={16} />} onClick={() => setOpen("leave")}>
            Leave channel
          </Menu.Item>
        )}
      </RowMenu>
      {open === "end" && <AccessEndDialog channelId={channelId} member={member} onClose={close} />}
      <TransferDialog channelId={channelId} member={member} opened={open === "transfer"} onClose={close} />
      <RemoveDialog channelId={channelId} member={member} opened={open === "remove"} onClose={close} />
      {isMe && <OwnLeaveDialog channelId={channelId} opened={open === "leave"} onClose={close} />}
    </>
  );
}

interface MemberDialogProps extends Pick<MemberRowProps, "channelId" | "member"> {
  opened: boolean;
  onClose: () => void;
}

function TransferDialog({ channelId, member, opened, onClose }: MemberDialogProps) {
  const transfer = useTransferOwnership(channelId, member);
  return (
    <ConfirmDialog
      opened={opened}
      title={`Make ${member.display_name} the owner?`}
      message={`${member.display_name} becomes Owner and you become Admin. Only an owner can give it back.`}
      verb="Transfer"
      danger
      onConfirm={() => {
        transfer.mutate();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ channelId, member, opened, onClose }: MemberDialogProps) {
  const remove = useRemoveMember(channelId, member);
  return (
    <ConfirmDialog
      opened={opened}
      title={`Remove ${member.display_name}?`}
      message="They lose access at once, here and in chat. To come back they need a new invitation."
      verb="Remove"
      danger
      onConfirm={() => {
        remove.mutate();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function OwnLeaveDialog({ channelId, opened, onClose }: Omit<MemberDialogProps, "member">) {
  const navigate = useNavigate();
  const channel = useChannel(channelId).data;
  if (!channel) return null;
  return <LeaveDialog channel={channel} opened={opened} onClose={onClose} onLeft={() => void navigate("/channels")} />;
}

interface AccessEndDialogProps {
  channelId: string;
  member: Member;
  onClose: () => void;
}

function AccessEndDialog({ channelId, member, onClose }: AccessEndDialogProps) {
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
  return expiresAt === null ? { ends: "never", at: "" } : { ends: "date", at: localMinute(expiresAt) };
}
