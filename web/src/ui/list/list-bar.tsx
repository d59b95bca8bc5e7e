import { Anchor, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { messageOf } from "../../api/errors";
import { BusyButton } from "../buttons/busy-button";

interface ListBarProps<Settings> {
  query: { data: Settings | undefined; error: Error | null; refetch: () => unknown; isFetching: boolean };
  /** Content at the end, shown even while the settings load. */
  trailing?: ReactNode;
  children: (settings: Settings) => ReactNode;
}

/** Settings of the whole list, between search and rows. */
export function ListBar<Settings>({ query, trailing, children }: ListBarProps<Settings>) {
  return (
    <div className="row wrap fs-chat mih-28 pb-12 column-gap-16 px-16 row-gap-4">
      {query.data === undefined ? <ListBarPlaceholder query={query} /> : children(query.data)}
      {trailing}
    </div>
  );
}

function ListBarPlaceholder({ query }: Pick<ListBarProps<unknown>, "query">) {
  const { error, refetch } = query;
  if (!error) {
    return (
      <div role="status">
        <VisuallyHidden>Loading settings</VisuallyHidden>
        <Skeleton width={220} height={16} aria-hidden="true" />
      </div>
    );
  }
  return (
    <>
      <span className="small breaks red" role="alert">
        {messageOf(error)}
      </span>
      <BusyButton size="xs" isBusy={query.isFetching} onClick={() => void refetch()}>
        Try again
      </BusyButton>
    </>
  );
}

export function PublicPageLink({ to }: { to: string }) {
  return (
    <Anchor className="inline-row gap-4 fs-chat" href={to} target="_blank" rel="noreferrer">
      Public page
      <IconExternalLink size={14} aria-hidden="true" />
    </Anchor>
  );
}
