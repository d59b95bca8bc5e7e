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
import { useKeepFocus } from "../../../ui/focus/use-focus-kept";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-waiting";
import { StagePicture } from "../../../ui/stage-picture";
import type { CommandsPageOut } from "../command-types";
import { useAddDefaultCommands } from "../commands.queries";
import classes from "./command-list.module.css";
import { CommandRow } from "./command-row";
import type { ImportChoice } from "./import-menu";
import type { Selection } from "./use-selection";

interface CommandListProps {
  channelId: string;
  commands: UseInfiniteQueryResult<InfiniteData<CommandsPageOut>>;
  /** Where commands can come from. */
  imports: readonly ImportChoice[];
  canManage: boolean;
  /** Whether only some of the commands were asked for. */
  isNarrowed: boolean;
  selection: Selection;
}

export function CommandList(props: CommandListProps) {
  const isEmpty = props.commands.data?.pages[0]?.total === 0;
  const wasEmpty = usePrevious(isEmpty);
  // Whoever filled it by a button of the empty list goes on at its beginning; rows come and go as the page is scrolled.
  const keep = useKeepFocus((around) => (wasEmpty ? around.querySelector<HTMLElement>("input, a") : null));
  return (
    <div ref={keep} className={list["around"]}>
      <Listed {...props} />
    </div>
  );
}

function Listed({ channelId, commands, imports, canManage, isNarrowed, selection }: CommandListProps) {
  const { data } = commands;
  if (!data) return <ListPlaceholder query={commands} label="Loading commands" count={10} />;
  const records = data.pages.flatMap((page) => page.records);
  if (records.length === 0) {
    if (isNarrowed) return <EmptyState title="No command matches" about="Look for another word or group." />;
    return <NoCommands channelId={channelId} imports={imports} canManage={canManage} />;
  }
  return (
    <>
      <Columns ids={records.map(({ id }) => id)} selection={selection} canManage={canManage} />
      {/* Only what is in sight is drawn: a channel may have ten thousand. */}
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
        <MoreRows isLoading={commands.isFetchingNextPage} onMore={() => void commands.fetchNextPage()} />
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
      <span className={classes["tickCell"]}>
        {canManage && (
          <input
            type="checkbox"
            className={classes["tick"]}
            data-quiet={!selection.isOn || undefined}
            aria-label="Tick all that are shown"
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

/** Asks for the next rows before the end of the list is reached. */
function MoreRows({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  useEffect(() => {
    ask.current = onMore;
  });
  useEffect(() => {
    if (!end.current || isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && ask.current(), {
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
      about="A command answers what viewers ask all evening: the Discord, the schedule, the game. Write one, or begin with those that most channels have."
      picture={<StagePicture />}
      aside={
        canManage &&
        fromBot && (
          <>
            Moving from Nightbot or StreamElements?{" "}
            <Anchor component="button" type="button" inherit onClick={fromBot.onChoose}>
              Import yours
            </Anchor>
          </>
        )
      }
    >
      {canManage && (
        <>
          <Button component={Link} to={`/channels/${channelId}/chat-commands/new`} leftSection={<IconPlus size={16} />}>
            Write the first command
          </Button>
          <BusyButton variant="subtle" isBusy={isPending} onClick={() => mutate()}>
            Add the starter commands
          </BusyButton>
        </>
      )}
    </EmptyState>
  );
}
