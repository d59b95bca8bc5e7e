import { useDebouncedValue, useLocalStorage } from "@mantine/hooks";
import { IconUser } from "@tabler/icons-react";
import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { platformName, usePlatforms } from "../../api/platforms";
import { SEARCH_DELAY_MS } from "../../lib/search";
import { EmptyState } from "../../ui/empty-state";
import { BrandMark } from "../../ui/page/brand";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./public-pages.module.css";
import { type PublicQueue, type PublicQueueEntry, usePublicQueue } from "./public-pages.queries";
import { ownPlaceLabel, placeLabel } from "./public-queue-labels";

const MAX_NAME_LENGTH = 100;

/** Public page of a queue: its viewers, and the place of the viewer whose name is entered. */
export function PublicQueuePage() {
  const { channelId = "", queueId = "" } = useParams();
  const [name, setName] = useLocalStorage({ key: "queue-viewer-name", defaultValue: "" });
  const [searchedName] = useDebouncedValue(name.trim(), SEARCH_DELAY_MS);
  const query = usePublicQueue(channelId, queueId, searchedName);
  const { data, error } = query;
  if (isInaccessible(error)) return <NoQueue />;
  return (
    <main className={classes["page"]}>
      <PageTitle>{data ? `${data.queue.name} of ${data.channel.display_name}` : "Viewer Queue"}</PageTitle>
      <h1 className={classes["title"]}>
        <bdi>{data?.queue.name ?? "Viewer Queue"}</bdi>
      </h1>
      <label className={classes["search"]}>
        <IconUser size={15} aria-hidden="true" />
        <input
          aria-label="Your name in chat"
          placeholder="Your name in chat"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {data ? (
        <QueueContent data={data} name={query.isPlaceholderData ? "" : searchedName} />
      ) : error ? (
        <ErrorPanel isBare error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <SkeletonRows count={6} label="Loading queue" />
      )}
      <footer className={classes["foot"]}>
        <BrandMark size={16} />
        Greenroom
      </footer>
    </main>
  );
}

function QueueContent({ data, name }: { data: PublicQueue; name: string }) {
  const { queue, records, own } = data;
  return (
    <>
      {name !== "" && (
        <p className={classes["own"]} role="status">
          {ownPlaceLabel(own, name, queue.waiting)}
        </p>
      )}
      <p className="row small gap-8 digits nowrap faint">
        <bdi>{data.channel.display_name}</bdi> · {queue.is_open ? "Open" : "Closed"} · {queue.waiting} waiting
      </p>
      {records.length === 0 && <EmptyState title="Nobody is waiting" />}
      <ol className="plain-list">
        {records.map((entry) => (
          <QueueRow key={`${entry.provider} ${entry.name} ${entry.position ?? entry.state}`} entry={entry} />
        ))}
      </ol>
      {queue.waiting > lastPosition(records) && (
        <p className="row small gap-8 digits nowrap faint">and {queue.waiting - lastPosition(records)} more</p>
      )}
    </>
  );
}

function lastPosition(records: readonly PublicQueueEntry[]): number {
  return Math.max(0, ...records.map(({ position }) => position ?? 0));
}

function QueueRow({ entry }: { entry: PublicQueueEntry }) {
  return (
    <li className={classes["place"]} data-numbered={entry.position !== null || undefined}>
      <span className={classes["position"]}>{placeLabel(entry)}</span>
      <PlatformIcon provider={entry.provider} size={14} label={platformName(usePlatforms(), entry.provider)} />
      <bdi className="breaks">{entry.name}</bdi>
    </li>
  );
}

function NoQueue() {
  return (
    <main className={classes["page"]}>
      <PageTitle>Queue not found</PageTitle>
      <EmptyState heading="h1" title="Queue not found" about="This queue doesn't exist or isn't public." />
    </main>
  );
}
