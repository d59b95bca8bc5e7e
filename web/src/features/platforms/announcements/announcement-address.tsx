import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { BusyButton } from "../../../ui/buttons/busy-button";
import classes from "./announcements.module.css";
import { type Announcements, useRemoveAddress, useSaveAddress, useTestAnnouncement } from "./announcements.queries";

interface AddressProps {
  channelId: string;
  announcements: Announcements;
  canManage: boolean;
}

/** The webhook's name and the end of its secret URL, or the form for a new URL. */
export function AnnouncementAddress({ channelId, announcements, canManage }: AddressProps) {
  const { place, service } = announcements;
  const [isReplacing, setIsReplacing] = useState(false);
  if (canManage && (!place || isReplacing)) {
    return <AddressForm channelId={channelId} announcements={announcements} onDone={() => setIsReplacing(false)} />;
  }
  if (!place) return <p className="small muted">No webhook yet. An admin of the channel can add one.</p>;
  return (
    <>
      <div>
        <h2>Webhook</h2>
        <p className="small muted">
          {place.name} on {service}, URL ends in {place.address_end}
        </p>
      </div>
      {canManage && <AddressButtons channelId={channelId} onReplace={() => setIsReplacing(true)} />}
    </>
  );
}

function AddressButtons({ channelId, onReplace }: { channelId: string; onReplace: () => void }) {
  const test = useTestAnnouncement(channelId);
  const remove = useRemoveAddress(channelId);
  return (
    <div className="row gap-12 wrap">
      <BusyButton isBusy={test.isPending} onClick={() => test.mutate()}>
        Post a test
      </BusyButton>
      <Button variant="subtle" onClick={onReplace}>
        Replace
      </Button>
      <BusyButton variant="subtle" color="red" isBusy={remove.isPending} onClick={() => remove.mutate()}>
        Remove webhook
      </BusyButton>
    </div>
  );
}

function AddressForm({ channelId, announcements, onDone }: Omit<AddressProps, "canManage"> & { onDone: () => void }) {
  const [url, setUrl] = useState("");
  const save = useSaveAddress(channelId);
  const error = save.error ? (fieldErrors(save.error)["url"] ?? messageOf(save.error)) : null;
  return (
    <form
      className={classes["panel"]}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(url, { onSuccess: onDone });
      }}
    >
      <TextInput
        label="Webhook URL"
        description={`On ${announcements.service}: channel settings, Integrations, Webhooks, Copy Webhook URL`}
        placeholder={announcements.address_example}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        error={error}
        autoComplete="off"
        maxLength={500}
      />
      <div className="row gap-12 wrap">
        <BusyButton type="submit" variant="filled" isBusy={save.isPending} isDisabled={url.trim() === ""}>
          Save webhook
        </BusyButton>
        {announcements.place && (
          <Button variant="subtle" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
