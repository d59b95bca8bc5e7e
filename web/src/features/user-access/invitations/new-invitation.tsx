import { IconLink } from "@tabler/icons-react";
import { useState } from "react";
import { useParams } from "react-router";
import { useRoles } from "../../../api/roles";
import { useChannel } from "../../../session/channel";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Segments } from "../../../ui/buttons/segments";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { useCreateInvite } from "../access.queries";
import { type AccessEndDraft, AccessEndField, accessEndBody, isComplete } from "../access-end-field";
import type { InviteBody } from "../access-types";
import { staffRoles } from "../role-lines";

/** Id of the form that the button "Invite someone" scrolls to. */
export const NEW_INVITATION = "new-invitation";

type LifetimeSeconds = "3600" | "86400" | "604800";

const LIFETIMES: readonly { value: LifetimeSeconds; label: string }[] = [
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "24 hours" },
  { value: "604800", label: "7 days" },
];
const NEVER: AccessEndDraft = { ends: "never", at: "" };
const AFTER_STREAM: AccessEndDraft = { ends: "after_stream", at: "" };

export function NewInvitation({ channelId }: { channelId: string }) {
  const level = useChannel(useParams()["channelId"] ?? "").data?.level ?? 0;
  const roles = staffRoles(useRoles().data ?? []).filter((role) => role.level <= level);
  const [chosen, setChosen] = useState("7");
  const [lifetime, setLifetime] = useState<LifetimeSeconds>("86400");
  const [end, setEnd] = useState(NEVER);
  const create = useCreateInvite(channelId);
  const isForOwner = roles.find((role) => String(role.level) === chosen)?.name === "Owner";
  const draft = isForOwner ? NEVER : end;

  function submit() {
    const expires_in_seconds = Number(lifetime) as NonNullable<InviteBody["expires_in_seconds"]>;
    create.mutate({ level: Number(chosen), expires_in_seconds, ...accessEndBody(draft) });
  }

  return (
    <div id={NEW_INVITATION} className="column gap-12 p-16 line-above mt-auto">
      <h2>New invitation</h2>
      <div className="column gap-6 fs-chat">
        <span>Role</span>
        <Segments
          isFull
          label="Role"
          value={chosen}
          options={roles.map(({ level: value, name }) => ({ value: String(value), label: name }))}
          onChange={setChosen}
        />
      </div>
      <div className="column gap-6 fs-chat">
        <span>Link works for</span>
        <Segments isFull label="Link works for" value={lifetime} options={LIFETIMES} onChange={setLifetime} />
      </div>
      <LabelledSwitch
        label="Access ends by itself"
        checked={draft.ends !== "never"}
        lockedBecause={isForOwner ? "The access of an owner has no end" : undefined}
        onChange={(isOn) => setEnd(isOn ? AFTER_STREAM : NEVER)}
      />
      {draft.ends !== "never" && <AccessEndField label="Access ends" value={draft} onChange={setEnd} />}
      <BusyButton
        fullWidth
        leftSection={<IconLink size={16} />}
        isBusy={create.isPending}
        isDisabled={!isComplete(draft)}
        onClick={submit}
      >
        Create link
      </BusyButton>
    </div>
  );
}
