import { ActionIcon, Popover } from "@mantine/core";
import { IconCopy, IconHistory } from "@tabler/icons-react";
import { longDateTime } from "../../../lib/time/dates";
import { HistoryLink } from "../../../session/access/history-link";
import { levelLabel } from "../../../ui/chat/role-labels";
import { EditorHead, HeadTool } from "../../../ui/editor/editor-head";
import { Tag } from "../../../ui/tag";
import { usesLabel } from "../command-labels";
import type { Command } from "../command-types";
import classes from "./command-editor.module.css";

interface CommandHeaderProps {
  title: string;
  /** Whether the title is a command name, not the placeholder. */
  isNamed: boolean;
  /** Null for a new command. */
  command: Command | null;
  isLocked: boolean;
  onDuplicate: () => void;
  onDelete: () => void;
  onClose: () => void;
}

export function CommandHeader({
  title,
  isNamed,
  command,
  isLocked,
  onDuplicate,
  onDelete,
  onClose,
}: CommandHeaderProps) {
  return (
    <EditorHead
      title={isNamed ? <span className="mono">{title}</span> : title}
      tag={command && <Tag>{usesLabel(command.use_count)}</Tag>}
      tools={
        command && (
          <>
            <History command={command} />
            <HistoryLink section="commands" name={command.cmds[0] ?? ""} />
            {!isLocked && <HeadTool label="Duplicate" icon={IconCopy} onClick={onDuplicate} />}
          </>
        )
      }
      isSaved={command !== null}
      onDelete={command && !isLocked ? onDelete : null}
      onClose={onClose}
    />
  );
}

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
        <Fact term="Created" by={command.created_by} at={command.created_at} />
        {command.revision > 1 && <Fact term="Last edited" by={command.updated_by} at={command.updated_at} />}
        <p>Runs with {levelLabel(command.author_level) ?? "Public"} rights, also when lower roles use it</p>
        <p>
          {usedAt === null
            ? "Never used"
            : `Last used ${longDateTime(usedAt)}, ${usesLabel(command.use_count)} in total`}
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
