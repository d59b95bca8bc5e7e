import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useRoles } from "../../../api/roles";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import { useChangeLevel } from "../access.queries";
import type { Member } from "../access-types";
import classes from "../user-access.module.css";

interface RoleFieldProps {
  channelId: string;
  member: Member;
  isMe: boolean;
}

/** Field for a member's role. A change is saved at once; changing one's own role asks for confirmation first. */
export function RoleField({ channelId, member, isMe }: RoleFieldProps) {
  const roles = useRoles().data ?? [];
  const [unconfirmed, setUnconfirmed] = useState<number | null>(null);
  const { mutate, isPending, variables } = useChangeLevel(channelId, member);
  const offered = roles.filter(({ level }) => member.grantable_levels.includes(level) || level === member.level);
  const shown = isPending && variables !== undefined ? variables : member.level;
  const choose = (level: number) => (isMe ? setUnconfirmed(level) : mutate(level));
  return (
    <>
      <NativeSelect
        className={classes["role"] ?? ""}
        aria-label={`Role of ${member.display_name}`}
        value={String(shown)}
        data={offered.map(({ level, name }) => ({ value: String(level), label: name }))}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <ConfirmDialog
        opened={unconfirmed !== null}
        title="Change your own role?"
        message="You lose what only your role can do. Another owner has to give it back."
        verb="Change"
        danger
        onConfirm={() => {
          if (unconfirmed !== null) mutate(unconfirmed);
          setUnconfirmed(null);
        }}
        onClose={() => setUnconfirmed(null)}
      />
    </>
  );
}
