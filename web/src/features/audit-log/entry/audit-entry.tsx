import { Button } from "@mantine/core";
import { IconArrowBackUp, IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Fragment, type KeyboardEvent, useRef, useState } from "react";
import { Avatar } from "../../../ui/avatar";
import { PlatformIcon } from "../../../ui/platform-icon";
import {
  authorNote,
  filledFields,
  inlineFields,
  kindLabel,
  summaryLabel,
  timeLabel,
  titleLabel,
  undoneLabel,
} from "../audit-labels";
import classes from "../audit-log.module.css";
import type { AuditRecord } from "../audit-types";
import { fieldLabel } from "../audit-values";
import { ChangeValues } from "./change-values";
import { FieldList } from "./field-list";
import { UndoPreviewPanel } from "./undo-preview";

interface AuditEntryProps {
  channelId: string;
  record: AuditRecord;
  isOpen: boolean;
  onToggle: () => void;
}

export function AuditEntry({ channelId, record, isOpen, onToggle }: AuditEntryProps) {
  const row = useRef<HTMLLIElement>(null);
  const close = () => {
    onToggle();
    row.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.preventDefault();
    close();
  };
  return (
    // The list item gets the focus when its preview closes, because the Undo button may have been removed.
    <li ref={row} className={classes["entry"]} data-open={isOpen || undefined} tabIndex={-1} onKeyDown={onKeyDown}>
      <time className="muted fs-small" dateTime={record.created_at}>
        {timeLabel(new Date(record.created_at))}
      </time>
      <span className={classes["author"]}>
        <Avatar name={record.author.name} size={24} />
        <span className={classes["authorName"]}>
          <bdi>{record.author.name}</bdi>
          {authorNote(record.author) && <small>{authorNote(record.author)}</small>}
        </span>
      </span>
      <div className={classes["change"]}>
        <Change record={record} />
        {record.note && <p className="small muted breaks">{record.note}</p>}
        {record.undo === "none" && record.undo_reason && <p className="small muted breaks">{record.undo_reason}</p>}
        {isOpen && <UndoPreviewPanel channelId={channelId} entryId={record.id} onClose={close} />}
      </div>
      <span className={classes["action"]}>
        <UndoButton record={record} isOpen={isOpen} onToggle={onToggle} />
      </span>
    </li>
  );
}

/** The change in one line: "Timer Discord invite Interval 20 m → 30 m". */
function Change({ record }: { record: AuditRecord }) {
  const kind = kindLabel(record);
  const [isShown, setShown] = useState(false);
  return (
    <>
      <span className={classes["what"]}>
        {record.undoes && "Undid"} {kind}{" "}
        <strong className={record.section === "commands" ? "mono" : undefined}>
          <bdi>{titleLabel(record)}</bdi>
        </strong>{" "}
        {record.subject && (
          <strong>
            <bdi>{record.subject.name}</bdi>
          </strong>
        )}
        {record.provider && <PlatformIcon provider={record.provider} size={16} />}
        {inlineFields(record).map((field) => (
          <Fragment key={field.field}>
            <span className="muted">{fieldLabel(field.field)}</span>{" "}
            <ChangeValues {...field} isNewOrDeleted={record.action !== "changed"} />
          </Fragment>
        ))}
        <Summary record={record} isShown={isShown} onToggle={() => setShown(!isShown)} />
      </span>
      {isShown && <FieldList fields={record.fields} />}
    </>
  );
}

/** Summary of the change; a button if there are fields to show, except for moderation. */
function Summary({ record, isShown, onToggle }: { record: AuditRecord; isShown: boolean; onToggle: () => void }) {
  const text = summaryLabel(record);
  if (text === "" || record.section === "moderation" || filledFields(record.fields).length === 0) {
    return <span className={classes["summary"]}>{text}</span>;
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes["summary"] ?? ""}
      aria-expanded={isShown}
      rightSection={isShown ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
      onClick={onToggle}
    >
      {text}
    </Button>
  );
}

function UndoButton({ record, isOpen, onToggle }: Omit<AuditEntryProps, "channelId">) {
  const name = [kindLabel(record), titleLabel(record), record.subject?.name].filter(Boolean).join(" ");
  if (record.undone_at) return undoneLabel(record.undone_at, record.created_at);
  if (record.undo === "over") return <span title={record.undo_reason}>Over</span>;
  if (record.undo !== "possible") return "No undo";
  return (
    <Button
      variant={isOpen ? "default" : "subtle"}
      aria-expanded={isOpen}
      aria-label={isOpen ? `Close ${name}` : `Undo ${name}`}
      leftSection={isOpen ? <IconChevronUp size={16} /> : <IconArrowBackUp size={16} />}
      onClick={onToggle}
    >
      {isOpen ? "Close" : "Undo"}
    </Button>
  );
}
