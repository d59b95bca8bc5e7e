import { ActionIcon, Tooltip } from "@mantine/core";
import { IconTrash, IconX, type TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CopyLink } from "../buttons/copy-link";
import classes from "./editor.module.css";

interface EditorHeadProps {
  title: ReactNode;
  /** Tags beside the title. */
  tag?: ReactNode;
  /** Buttons besides Copy link and Delete. */
  tools?: ReactNode;
  /** The item is stored; a new item has no link yet. */
  isSaved: boolean;
  /** Null if there is nothing to delete or no permission. */
  onDelete: (() => void) | null;
  onClose: () => void;
}

export function EditorHead({ title, tag, tools, isSaved, onDelete, onClose }: EditorHeadProps) {
  return (
    <header className={classes["head"]}>
      <h2 className="title miw-0 breaks" tabIndex={-1} data-autofocus>
        <bdi>{title}</bdi>
      </h2>
      {tag}
      <span className={classes["tools"]}>
        {tools}
        {isSaved && <CopyLink />}
        {onDelete && <HeadTool label="Delete" icon={IconTrash} onClick={onDelete} />}
        <ActionIcon className={classes["close"] ?? ""} aria-label="Close" onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </span>
    </header>
  );
}

export function HeadTool({ label, icon: Icon, onClick }: { label: string; icon: TablerIcon; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <Icon size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
