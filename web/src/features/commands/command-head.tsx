import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconCopy, IconHistory, IconTrash, IconX, type TablerIcon } from "@tabler/icons-react";
import { longDateTime } from "../../lib/dates";
import { CopyLink } from "../../ui/copy-link";
import frame from "../../ui/editor/editor.module.css";
import { Tag } from "../../ui/tag";
import classes from "./command.module.css";
import type { Command } from "./command-types";
import { usesWords } from "./command-words";

interface CommandHeadProps {
  title: string;
  /** Whether the title is the name of a command. */
  isNamed: boolean;
  /** Null while it is not saved: it has no address yet, and nothing to delete. */
  command: Command | null;
  isLocked: boolean;
  onDuplicate: () => void;
  onDelete: () => void;
  onClose: () => void;
}

export function CommandHead({ title, isNamed, command, isLocked, onDuplicate, onDelete, onClose }: CommandHeadProps) {
  return (
    <header className={frame["head"]}>
      <h2 className={frame["title"]} tabIndex={-1} data-autofocus>
        <bdi className={isNamed ? classes["title"] : undefined}>{title}</bdi>
      </h2>
      {command && <Tag>{usesWords(command.use_count)}</Tag>}
      <span className={frame["tools"]}>
        {command && <CopyLink />}
        {command && <History command={command} />}
        {command && !isLocked && <Tool label="Duplicate" icon={IconCopy} onClick={onDuplicate} />}
        {command && !isLocked && <Tool label="Delete" icon={IconTrash} onClick={onDelete} />}
        <ActionIcon className={frame["close"] ?? ""} aria-label="Close" onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </span>
    </header>
  );
}

function Tool({ label, icon: Icon, onClick }: { label: string; icon: TablerIcon; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <Icon size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Who made it, who changed it last, and when chat last asked for it. */
function History({ command }: { command: Command }) {
  const { last_used_at: usedAt } = command;
  return (
    <Popover position="bottom-end" width={280} portalProps={{ target: "main" }}>
      <Popover.Target>
        <ActionIcon aria-label="History">
          <IconHistory size={17} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes["history"] ?? ""} aria-label="History">
        <Fact term="Made" by={command.created_by} at={command.created_at} />
        {command.revision > 1 && <Fact term="Last changed" by={command.updated_by} at={command.updated_at} />}
        <p>
          {usedAt === null
            ? "Never used yet"
            : `Last used ${longDateTime(usedAt)}, ${usesWords(command.use_count)} in all`}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}

function Fact({ term, by, at }: { term: string; by: string; at: string }) {
  return (
    <p>
      {term} by <bdi>{by}</bdi>, <time dateTime={at}>{longDateTime(at)}</time>
    </p>
  );
}
