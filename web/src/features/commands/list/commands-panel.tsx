import { Button, Menu } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { SEARCH_DELAY_MS } from "../../../lib/search";
import { can, useChannel } from "../../../session/channel";
import { ListPanel } from "../../../ui/list/list-panel";
import { NewButton } from "../../../ui/list/new-button";
import { MAY_NOT_MANAGE } from "../command-labels";
import { commandsQuery } from "../commands.queries";
import { BulkBar } from "./bulk-bar";
import { CommandList } from "./command-list";
import classes from "./command-list.module.css";
import { type ImportChoice, ImportMenu } from "./import-menu";
import { ListMenu } from "./list-menu";
import { SettingsBar } from "./settings-bar";
import { useSelection } from "./use-selection";

const NO_GROUPS: readonly string[] = [];

interface CommandsPanelProps {
  channelId: string;
  imports: readonly ImportChoice[];
}

export function CommandsPanel({ channelId, imports }: CommandsPanelProps) {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const [group, setGroup] = useState("");
  const [q] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS);
  const selection = useSelection();
  const commands = useInfiniteQuery(commandsQuery(channelId, { q, group }));
  const channel = useChannel(channelId).data;
  const canManage = can(channel, "commands.manage");
  const page = commands.data?.pages.at(-1);
  return (
    <ListPanel
      title="Chat Commands"
      count={page?.total}
      about="Custom chat commands for all your platforms."
      query={query}
      onQuery={setQuery}
      searchLabel="Search commands and responses"
      actions={
        <>
          {canManage && <ListMenu channelId={channelId} />}
          {canManage && <ImportMenu channelId={channelId} imports={imports} />}
          <NewButton
            label="New command"
            isLocked={!canManage}
            lockedBecause={channel && MAY_NOT_MANAGE}
            onClick={() => void navigate(`/channels/${channelId}/chat-commands/new`)}
          />
        </>
      }
      filters={<GroupMenu groups={page?.groups ?? NO_GROUPS} group={group} onChange={setGroup} />}
      bulkActions={selection.isOn && <BulkBar channelId={channelId} selection={selection} />}
      bar={<SettingsBar channelId={channelId} canManage={canManage} />}
    >
      <CommandList
        channelId={channelId}
        commands={commands}
        imports={imports}
        canManage={canManage}
        isFiltered={q !== "" || group !== ""}
        selection={selection}
      />
    </ListPanel>
  );
}

interface GroupMenuProps {
  groups: readonly string[];
  /** Empty for all groups. */
  group: string;
  onChange: (group: string) => void;
}

function GroupMenu({ groups, group, onChange }: GroupMenuProps) {
  const choices = [{ value: "", label: "All groups" }, ...groups.map((name) => ({ value: name, label: name }))];
  return (
    <Menu>
      <Menu.Target>
        <Button className={classes["group"] ?? ""} leftSection={<IconFilter size={16} />}>
          {group === "" ? "Group" : <bdi>{group}</bdi>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes["groups"] ?? ""}>
        <Menu.RadioGroup value={group} onChange={onChange}>
          {choices.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              <bdi>{label}</bdi>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
