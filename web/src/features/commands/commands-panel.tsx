import { Button, TextInput, Tooltip } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { SEARCH_LIMIT } from "../../lib/search-limit";
import { can, useChannel } from "../../session/channel";
import { Panel } from "../../ui/panel";
import { BulkBar } from "./bulk-bar";
import { CommandList } from "./command-list";
import { MAY_NOT_MANAGE } from "./command-words";
import classes from "./commands.module.css";
import { commandsQuery } from "./commands.queries";
import { GroupMenu } from "./group-menu";
import { type ImportChoice, ImportMenu } from "./import-menu";
import { useSelection } from "./use-selection";

const SEARCH_DELAY_MS = 150;
const NO_GROUPS: readonly string[] = [];

interface CommandsPanelProps {
  channelId: string;
  imports: readonly ImportChoice[];
}

export function CommandsPanel({ channelId, imports }: CommandsPanelProps) {
  const [query, setQuery] = useState("");
  const [group, setGroup] = useState("");
  const [q] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS);
  const selection = useSelection();
  const commands = useInfiniteQuery(commandsQuery(channelId, { q, group }));
  const channel = useChannel(channelId).data;
  const canManage = can(channel, "commands.manage");
  const page = commands.data?.pages.at(-1);
  return (
    <Panel className={classes["panel"] ?? ""} aria-labelledby="commands-title">
      <ListHead channelId={channelId} imports={imports} canManage={canManage} total={page?.total} />
      <p className={classes["about"]}>
        Words your viewers type to get an answer. Everything here works on all platforms at once.
      </p>
      {selection.isOn ? (
        <BulkBar channelId={channelId} selection={selection} />
      ) : (
        <div className={classes["filters"]}>
          <TextInput
            className={classes["search"] ?? ""}
            size="xs"
            type="search"
            aria-label="Search command or answer"
            placeholder="Search command or answer"
            maxLength={SEARCH_LIMIT}
            leftSection={<IconSearch size={15} />}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <GroupMenu groups={page?.groups ?? NO_GROUPS} group={group} onChange={setGroup} />
        </div>
      )}
      <CommandList
        channelId={channelId}
        commands={commands}
        canManage={canManage}
        isNarrowed={q !== "" || group !== ""}
        selection={selection}
      />
    </Panel>
  );
}

interface ListHeadProps extends CommandsPanelProps {
  canManage: boolean;
  total: number | undefined;
}

function ListHead({ channelId, imports, canManage, total }: ListHeadProps) {
  const navigate = useNavigate();
  const isKnown = useChannel(channelId).data !== undefined;
  return (
    <header className={classes["head"]}>
      <h1 id="commands-title">Chat Commands</h1>
      {total !== undefined && <span className={classes["count"]}>{total.toLocaleString("en-GB")}</span>}
      <span className={classes["actions"]}>
        {canManage && <ImportMenu channelId={channelId} imports={imports} />}
        <Tooltip label={MAY_NOT_MANAGE} disabled={canManage || !isKnown}>
          <Button
            className={classes["new"] ?? ""}
            variant="filled"
            leftSection={<IconPlus size={16} />}
            aria-disabled={!canManage}
            onClick={() => canManage && void navigate(`/channels/${channelId}/chat-commands/new`)}
          >
            New command
          </Button>
        </Tooltip>
      </span>
    </header>
  );
}
