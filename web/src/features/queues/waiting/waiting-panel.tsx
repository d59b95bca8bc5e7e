import { Anchor, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowsShuffle, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { Link } from "react-router";
import { SEARCH_LIMIT } from "../../../lib/search";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { EmptyState } from "../../../ui/empty-state";
import { KeyCap } from "../../../ui/key-cap";
import { Panel } from "../../../ui/panel";
import type { KeyOf } from "../../../ui/shortcuts/shortcuts";
import { matches, waitingOf } from "../entries";
import classes from "../queue.module.css";
import { MAY_NOT_MANAGE, nextLabel } from "../queue-labels";
import type { Queue, QueueEntries } from "../queue-types";
import { commandQuery, type QueuePath, useCallNext } from "../queues.queries";
import { QueueHead } from "./queue-head";
import { WaitingList } from "./waiting-list";

interface WaitingPanelProps {
  path: QueuePath;
  data: QueueEntries;
  canManage: boolean;
  isPopout?: boolean;
}

export function WaitingPanel({ path, data, canManage, isPopout = false }: WaitingPanelProps) {
  const { queue, records } = data;
  const id = useId();
  const [query, setQuery] = useState("");
  const waiting = useMemo(() => waitingOf(records), [records]);
  return (
    <Panel className={classes["waiting"] ?? ""} aria-labelledby={id}>
      <QueueHead path={path} queue={queue} canManage={canManage} isPopout={isPopout} />
      {!isPopout && <JoinBar channelId={path.channelId} queue={queue} />}
      <div className="row gap-8 wrap px-16 py-12">
        <h2 id={id} className="body fw-600">
          Waiting
        </h2>
        <span className="badge digits">{queue.counts.waiting}</span>
        {queue.max_size > 0 && <span className={classes["quiet"]}>of {queue.max_size} places</span>}
        <TextInput
          className={classes["search"] ?? ""}
          type="search"
          aria-label="Search waiting viewers"
          placeholder="Search"
          maxLength={SEARCH_LIMIT}
          leftSection={<IconSearch size={15} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        {canManage && <NextButtons path={path} queue={queue} />}
      </div>
      <Rows path={path} data={data} canManage={canManage} waiting={waiting} query={query} />
      <footer className="small rigid muted digits line-above px-16 py-12">{footText(queue, canManage)}</footer>
    </Panel>
  );
}

interface RowsProps extends WaitingPanelProps {
  waiting: QueueEntries["records"];
  query: string;
}

function Rows({ path, data, canManage, waiting, query }: RowsProps) {
  if (waiting.length === 0) {
    const about = data.queue.is_open ? "Viewers join from chat." : "Open the queue, so that viewers can join.";
    return (
      <div className={classes["empty"]}>
        <EmptyState title="Nobody is waiting" about={about} />
      </div>
    );
  }
  const numbered = waiting.map((entry, index) => ({ entry, index }));
  const found = query.trim() === "" ? numbered : numbered.filter(({ entry }) => matches(entry, query));
  if (found.length === 0) {
    return (
      <div className={classes["empty"]}>
        <EmptyState title="No viewers found" about="Try another name or note." />
      </div>
    );
  }
  return (
    <WaitingList
      path={path}
      data={data}
      rows={found}
      canManage={canManage}
      // Rows that are adjacent in a search result may not be adjacent in the queue.
      canMove={canManage && found.length === waiting.length && waiting.length > 1}
    />
  );
}

function footText({ subs_first, pick }: Queue, canManage: boolean): string {
  const order = subs_first ? "Subscribers go first." : "First come, first served.";
  if (!canManage) return `${order} ${MAY_NOT_MANAGE}.`;
  const random = pick === "random" ? " “Next” picks at random." : "";
  return `${order}${random} Drag a row to move it; the order is the same for everybody looking.`;
}

/** The commands with which viewers join, leave and ask for their place. */
function JoinBar({ channelId, queue }: { channelId: string; queue: Queue }) {
  const join = useQuery(commandQuery(channelId, "queue.join")).data;
  const leave = useQuery(commandQuery(channelId, "queue.leave")).data;
  const place = useQuery(commandQuery(channelId, "queue.position")).data;
  if (join === undefined) return <div className={classes["join"]} />;
  if (join === null) {
    return (
      <p className={classes["join"]}>
        <span>
          No command lets viewers join yet.{" "}
          <Anchor inherit component={Link} to={`/channels/${channelId}/chat-commands/new`}>
            Create one
          </Anchor>{" "}
          that answers <code className="fs-small mono bright">$(queue.join)</code>.
        </span>
      </p>
    );
  }
  const argument = [queue.name_label, "note"].filter((label) => label !== "").join(", ");
  return (
    <p className={classes["join"]}>
      <span>
        Join with{" "}
        <code className="fs-small mono bright">
          <bdi>{join}</bdi> <span className={classes["argument"]}>{argument}</span>
        </code>
      </span>
      {leave && <Hint label="Leave" command={leave} />}
      {place && <Hint label="Place" command={place} />}
    </p>
  );
}

function Hint({ label, command }: { label: string; command: string }) {
  return (
    <span>
      {label}{" "}
      <code className="fs-small mono bright">
        <bdi>{command}</bdi>
      </code>
    </span>
  );
}

function NextButtons({ path, queue }: { path: QueuePath; queue: Queue }) {
  const { mutate, isPending, variables } = useCallNext(path);
  const isEmpty = queue.counts.waiting === 0;
  const next = () => {
    if (!isEmpty && !isPending) mutate({ round: queue.round });
  };
  useHotkeys([["n" satisfies KeyOf<"queue">, next]]);
  return (
    <span className={classes["next"]}>
      <BusyButton
        leftSection={<IconArrowsShuffle size={16} />}
        isBusy={isPending && variables.pick === "random"}
        isDisabled={isEmpty || isPending}
        onClick={() => mutate({ count: 1, pick: "random", round: queue.round })}
      >
        Random
      </BusyButton>
      <BusyButton
        variant="filled"
        isBusy={isPending && variables.pick === undefined}
        isDisabled={isEmpty || isPending}
        rightSection={<KeyCap>N</KeyCap>}
        onClick={next}
      >
        {nextLabel(queue)}
      </BusyButton>
    </span>
  );
}
