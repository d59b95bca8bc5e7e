import { Anchor, Button, Loader } from "@mantine/core";
import { usePrevious } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { WindowVirtualizer } from "virtua";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { EmptyState } from "../../../ui/empty-state";
import { useKeepFocus } from "../../../ui/focus/use-keep-focus";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { MirrorPicture } from "../../../ui/mirror-picture";
import type { CommandsPageOut } from "../command-types";
import { useAddDefaultCommands } from "../commands.queries";
import classes from "./command-list.module.css";
import { CommandRow } from "./command-row";
import type { ImportChoice } from "./import-menu";
import type { Selection } from "./use-selection";

interface CommandListProps {
  channelId: string;
  commands: UseInfiniteQueryResult<InfiniteData<CommandsPageOut>>;
  imports: readonly ImportChoice[];
  canManage: boolean;
  /** Whether a search or group filter is active. */
  isFiltered: boolean;
  selection: Selection;
}

export function CommandList(props: CommandListProps) {
  const isEmpty = props.commands.data?.pages[0]?.total === 0;
  const wasEmpty = usePrevious(isEmpty);
  // When commands are added to the empty list, the pressed button disappears: the first control of the list is focused.
  const keep = useKeepFocus((wrapper) => (wasEmpty ? wrapper.querySelector<HTMLElement>("input, a") : null));
  return (
    <div ref={keep} className={list["wrapper"]}>
      <Rows {...props} />
    </div>
  );
}

function Rows({ channelId, commands, imports, canManage, isFiltered, selection }: CommandListProps) {
  const { data } = commands;
  if (!data) return <ListPlaceholder query={commands} label="Loading commands" count={10} />;
  const records = data.pages.flatMap((page) => page.records);
  if (records.length === 0) {
    if (isFiltered) return <EmptyState title="No commands found" about="Try another search or group." />;
    return <NoCommands channelId={channelId} imports={imports} canManage={canManage} />;
  }
  return (
    <>
      <Columns ids={records.map(({ id }) => id)} selection={selection} canManage={canManage} />
      {/* Virtualised: a channel may have ten thousand commands. */}
      <WindowVirtualizer as="ul" item="li" data={records} itemSize={49}>
        {(command) => (
          <CommandRow
            key={command.id}
            channelId={channelId}
            command={command}
            canManage={canManage}
            selection={selection}
          />
        )}
      </WindowVirtualizer>
      {commands.hasNextPage && (
        <LoadMoreRows isLoading={commands.isFetchingNextPage} onMore={() => void commands.fetchNextPage()} />
      )}
    </>
  );
}

interface ColumnsProps {
  ids: readonly string[];
  selection: Selection;
  canManage: boolean;
}

function Columns({ ids, selection, canManage }: ColumnsProps) {
  const isAll = ids.every((id) => selection.ids.has(id));
  return (
    <div className={clsx(list["columns"], classes["columns"])}>
      <span className={classes["checkboxCell"]}>
        {canManage && (
          <input
            type="checkbox"
            className={classes["checkbox"]}
            data-quiet={!selection.isOn || undefined}
            aria-label="Select all"
            checked={selection.isOn && isAll}
            onChange={() => (isAll ? selection.clear() : selection.set(ids))}
          />
        )}
      </span>
      <span>Command</span>
      <span className={classes["cooldown"]}>Cooldown</span>
      <span className={classes["platforms"]}>Platforms</span>
      <span className={classes["used"]}>Used</span>
    </div>
  );
}

/** Loads the next page before the end of the list is reached. */
function LoadMoreRows({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const latestOnMore = useRef(onMore);
  useEffect(() => {
    latestOnMore.current = onMore;
  });
  useEffect(() => {
    if (!end.current || isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latestOnMore.current(), {
      rootMargin: "600px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={end} className={classes["more"]}>
      {isLoading && <Loader aria-label="Loading more commands" />}
    </div>
  );
}

interface NoCommandsProps {
  channelId: string;
  imports: readonly ImportChoice[];
  canManage: boolean;
}

function NoCommands({ channelId, imports, canManage }: NoCommandsProps) {
  const { mutate, isPending } = useAddDefaultCommands(channelId);
  const fromBot = imports.find(({ id }) => id === "bot");
  return (
    <EmptyState
      title="No commands yet"
      about="Commands answer common questions like your Discord, your schedule or the game. Create one, or start with the default commands."
      picture={<MirrorPicture />}
      aside={
        canManage &&
        fromBot && (
          <>
            Moving from Nightbot or StreamElements?{" "}
            <Anchor component="button" type="button" inherit onClick={fromBot.onChoose}>
              Import commands
            </Anchor>
          </>
        )
      }
    >
      {canManage && (
        <>
          <Button component={Link} to={`/channels/${channelId}/chat-commands/new`} leftSection={<IconPlus size={16} />}>
            Create command
          </Button>
          <BusyButton variant="subtle" isBusy={isPending} onClick={() => mutate()}>
            Add default commands
          </BusyButton>
        </>
      )}
    </EmptyState>
  );
}
