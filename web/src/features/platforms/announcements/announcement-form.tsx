import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { longDateTime } from "../../../lib/time/dates";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { Panel } from "../../../ui/panel";
import classes from "./announcements.module.css";
import {
  type AnnouncementMessage,
  type AnnouncementSettings,
  type Announcements,
  previewQuery,
  useSaveAnnouncements,
} from "./announcements.queries";

const MAY_NOT_MANAGE = "Only Admins can change announcements";
const MENTIONS = [
  { value: "none", label: "Nobody" },
  { value: "here", label: "@here, those who are online" },
  { value: "everyone", label: "@everyone" },
  { value: "role", label: "A role" },
] satisfies { value: AnnouncementSettings["mention"]; label: string }[];
const MODES = [
  { value: "once", label: "Once for all platforms" },
  { value: "each", label: "For each platform" },
] satisfies { value: AnnouncementSettings["mode"]; label: string }[];

interface FormProps {
  channelId: string;
  announcements: Announcements;
  canManage: boolean;
}

export function AnnouncementForm({ channelId, announcements, canManage }: FormProps) {
  const [draft, setDraft] = useState(announcements.settings);
  const save = useSaveAnnouncements(channelId, announcements.revision);
  const preview = useQuery({
    ...previewQuery(channelId, useDeferredValue(draft)),
    placeholderData: keepPreviousData,
  });
  const errors = fieldErrors(save.error ?? preview.error);
  const lockedBecause = canManage ? undefined : MAY_NOT_MANAGE;
  const change = (part: Partial<AnnouncementSettings>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <div className={classes["columns"]}>
      <Panel className={classes["panel"] ?? ""} aria-label="Message">
        <div className="row gap-12 wrap">
          <h2 className="grow miw-0 breaks">Message</h2>
          <LabelledSwitch
            label="Announce streams"
            checked={draft.enabled}
            onChange={(enabled) => change({ enabled })}
            lockedBecause={lockedBecause}
          />
        </div>
        <Fields draft={draft} errors={errors} isLocked={!canManage} onChange={change} />
        {save.error && Object.keys(errors).length === 0 && (
          <p className="breaks amber" role="alert">
            {messageOf(save.error)}
          </p>
        )}
        {canManage && (
          <div className="row gap-12 wrap">
            <BusyButton variant="filled" isBusy={save.isPending} onClick={() => save.mutate(draft)}>
              Save announcements
            </BusyButton>
          </div>
        )}
      </Panel>
      <Panel className={classes["panel"] ?? ""} aria-label="Preview">
        <h2>Preview</h2>
        {preview.data && <AnnouncementPreview label="When you go live" message={preview.data.live} />}
        {preview.data && draft.edit_at_end && (
          <AnnouncementPreview label="Edited when the stream ends" message={preview.data.ended} isOver />
        )}
        <p className="small muted">Variables: {announcements.variables.map(({ name }) => `$(${name})`).join(" ")}</p>
      </Panel>
    </div>
  );
}

interface FieldsProps {
  draft: AnnouncementSettings;
  errors: Record<string, string>;
  isLocked: boolean;
  onChange: (part: Partial<AnnouncementSettings>) => void;
}

function Fields({ draft, errors, isLocked, onChange }: FieldsProps) {
  return (
    <>
      <Textarea
        label="Text when you go live"
        autosize
        minRows={2}
        value={draft.text}
        onChange={(event) => onChange({ text: event.currentTarget.value.replaceAll("\n", " ") })}
        error={errors["text"]}
        disabled={isLocked}
      />
      <LabelledSwitch
        label="Edit it when the stream ends"
        checked={draft.edit_at_end}
        onChange={(edit_at_end) => onChange({ edit_at_end })}
        lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
      />
      {draft.edit_at_end && (
        <Textarea
          label="Text after the stream"
          autosize
          minRows={2}
          value={draft.ended_text}
          onChange={(event) => onChange({ ended_text: event.currentTarget.value.replaceAll("\n", " ") })}
          error={errors["ended_text"]}
          disabled={isLocked}
        />
      )}
      <NativeSelect
        label="Announce"
        data={MODES}
        value={draft.mode}
        onChange={(event) => onChange({ mode: MODES[event.currentTarget.selectedIndex]?.value ?? "once" })}
        disabled={isLocked}
      />
      <NativeSelect
        label="Who gets a notification"
        data={MENTIONS}
        value={draft.mention}
        onChange={(event) => onChange({ mention: MENTIONS[event.currentTarget.selectedIndex]?.value ?? "none" })}
        disabled={isLocked}
      />
      {draft.mention === "role" && (
        <TextInput
          label="Role ID"
          value={draft.role_id}
          onChange={(event) => onChange({ role_id: event.currentTarget.value.trim() })}
          error={errors["role_id"] ?? errors["body"]}
          maxLength={20}
          disabled={isLocked}
        />
      )}
    </>
  );
}

interface PreviewProps {
  label: string;
  message: AnnouncementMessage;
  isOver?: boolean;
}

/** An announcement with its embed, as the platform shows it. */
function AnnouncementPreview({ label, message, isOver = false }: PreviewProps) {
  return (
    <figure className="m-0 miw-0">
      <figcaption className="small muted">{label}</figcaption>
      <p className="breaks pb-8 pt-4">
        {message.mention && <span className={classes["mention"]}>{message.mention}</span>} {message.text}
      </p>
      <div className={classes["embed"]} data-ended={isOver || undefined}>
        <span className="small muted">{message.author}</span>
        <b>{message.title}</b>
        <dl className={classes["fields"]}>
          {message.fields.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{message.links_name}</dt>
            <dd>{message.links.map(({ name }) => name).join(" · ")}</dd>
          </div>
        </dl>
        <time className="small muted" dateTime={message.at}>
          {longDateTime(message.at)}
        </time>
      </div>
    </figure>
  );
}
