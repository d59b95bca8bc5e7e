import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLink, IconTrash, IconX } from "@tabler/icons-react";
import { Segments } from "../../ui/segments";
import { Tag } from "../../ui/tag";
import { toast } from "../../ui/toast";
import type { Editing } from "./editing";
import classes from "./editor.module.css";
import { MAY_NOT_MANAGE, WORDS } from "./filter-words";

interface FilterHeadProps extends Editing {
  title: string;
  /** Null while the filter is not saved: it has no address yet, and nothing to delete. */
  onDelete: (() => void) | null;
  onClose: () => void;
}

const MODES = [
  { value: "on", label: "On" },
  { value: "shadow", label: "Shadow" },
] as const;

export function FilterHead({ title, draft, change, isLocked, onDelete, onClose }: FilterHeadProps) {
  return (
    <header className={classes["head"]}>
      <h2 className={classes["title"]} tabIndex={-1} data-autofocus>
        <bdi>{title}</bdi>
      </h2>
      <Tag>{WORDS[draft.type].tag}</Tag>
      <span className={classes["tools"]}>
        <Segments
          label="Mode"
          value={draft.mode}
          options={MODES}
          lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
          onChange={(mode) => change({ mode })}
        />
        {onDelete && <CopyLink />}
        {onDelete && !isLocked && (
          <Tooltip label="Delete">
            <ActionIcon aria-label="Delete" onClick={onDelete}>
              <IconTrash size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <ActionIcon className={classes["close"] ?? ""} aria-label="Close" onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </span>
    </header>
  );
}

function CopyLink() {
  return (
    <Tooltip label="Copy link">
      <ActionIcon aria-label="Copy link" onClick={() => void copyAddress()}>
        <IconLink size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

async function copyAddress() {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast.success("Link copied");
  } catch {
    toast.error("The browser did not allow copying");
  }
}
