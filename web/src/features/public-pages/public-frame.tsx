import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { SEARCH_LIMIT } from "../../lib/search-limit";
import { isGone } from "../../session/channel";
import { BrandMark } from "../../ui/page/brand";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { ShowMore } from "../../ui/list/show-more";
import { PageTitle } from "../../ui/page/page-title";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./public-pages.module.css";
import type { PublicList } from "./public-pages.queries";

export const TYPING_MS = 250;

interface PublicFrameProps<Item> {
  /** "Commands" */
  what: string;
  list: PublicList<Item>;
  query: string;
  /** What was asked for, once the hands rest. */
  wanted: string;
  onQuery: (query: string) => void;
  /** Said where nothing is there at all. */
  nothing: string;
  children: (records: readonly Item[]) => ReactNode;
}

/** A page of a channel for everybody: its name, a search, and what was found. */
export function PublicFrame<Item>(props: PublicFrameProps<Item>) {
  const { what, list, query, onQuery } = props;
  const name = list.data?.name ?? "";
  if (list.error && isGone(list.error)) return <NotFound what={what} />;
  return (
    <main className={classes["page"]}>
      <PageTitle>{name ? `${what} of ${name}` : what}</PageTitle>
      <h1 className={classes["title"]}>
        {what}
        {name !== "" && (
          <>
            {" of "}
            <bdi>{name}</bdi>
          </>
        )}
      </h1>
      <label className={classes["search"]}>
        <IconSearch size={15} aria-hidden="true" />
        <input
          type="search"
          aria-label={`Search ${what.toLowerCase()}`}
          placeholder={`Search ${what.toLowerCase()}`}
          maxLength={SEARCH_LIMIT}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
      </label>
      <Found {...props} />
      <footer className={classes["foot"]}>
        <BrandMark size={16} />
        Greenroom
      </footer>
    </main>
  );
}

function Found<Item>({ what, list, wanted, nothing, children }: PublicFrameProps<Item>) {
  const { data, error, refetch, isFetching, isPlaceholderData } = list;
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={6} label={`Loading ${what.toLowerCase()}`} />;
  if (data.records.length === 0) {
    // What is there belongs to the search before, as long as the answer is on its way.
    return <EmptyState title={wanted === "" && !isPlaceholderData ? nothing : "Nothing matches"} />;
  }
  return (
    <>
      {children(data.records)}
      <ShowMore list={list} shown={data.records.length} total={data.total} />
    </>
  );
}

function NotFound({ what }: { what: string }) {
  return (
    <main className={classes["page"]}>
      <PageTitle>Channel not found</PageTitle>
      <EmptyState
        heading="h1"
        title="Channel not found"
        about={`There is no such channel, or its ${what.toLowerCase()} are not public.`}
      />
    </main>
  );
}
