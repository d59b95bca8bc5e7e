import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isInaccessible } from "../../api/errors";
import { SEARCH_LIMIT } from "../../lib/search";
import { EmptyState } from "../../ui/empty-state";
import { ShowMore } from "../../ui/list/show-more";
import { BrandMark } from "../../ui/page/brand";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { SkeletonRows } from "../../ui/skeleton-rows";
import classes from "./public-pages.module.css";
import type { PublicList } from "./public-pages.queries";

interface PublicFrameProps<Item> {
  /** Plural of the listed items: "Commands". */
  title: string;
  list: PublicList<Item>;
  query: string;
  /** The debounced query. */
  search: string;
  onQuery: (query: string) => void;
  /** Title of an empty list without a search. */
  emptyTitle: string;
  children: (records: readonly Item[]) => ReactNode;
}

/** Layout of a public page with a list: title, search field and results. */
export function PublicFrame<Item>(props: PublicFrameProps<Item>) {
  const { title, list, query, onQuery } = props;
  const name = list.data?.name ?? "";
  if (list.error && isInaccessible(list.error)) return <NotFound title={title} />;
  return (
    <main className={classes["page"]}>
      <PageTitle>{name ? `${name}'s ${title.toLowerCase()}` : title}</PageTitle>
      <h1 className={classes["title"]}>
        {name === "" ? (
          title
        ) : (
          <>
            <bdi>{name}</bdi>'s {title.toLowerCase()}
          </>
        )}
      </h1>
      <label className={classes["search"]}>
        <IconSearch size={15} aria-hidden="true" />
        <input
          type="search"
          aria-label={`Search ${title.toLowerCase()}`}
          placeholder={`Search ${title.toLowerCase()}`}
          maxLength={SEARCH_LIMIT}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
      </label>
      <Results {...props} />
      <footer className={classes["foot"]}>
        <BrandMark size={16} />
        Greenroom
      </footer>
    </main>
  );
}

function Results<Item>({ title, list, search, emptyTitle, children }: PublicFrameProps<Item>) {
  const { data, error, refetch, isFetching, isPlaceholderData } = list;
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={6} label={`Loading ${title.toLowerCase()}`} />;
  if (data.records.length === 0) {
    // Placeholder data belongs to the previous search.
    return <EmptyState title={search === "" && !isPlaceholderData ? emptyTitle : "No results"} />;
  }
  return (
    <>
      {children(data.records)}
      <ShowMore list={list} shown={data.records.length} total={data.total} />
    </>
  );
}

function NotFound({ title }: { title: string }) {
  return (
    <main className={classes["page"]}>
      <PageTitle>Channel not found</PageTitle>
      <EmptyState
        heading="h1"
        title="Channel not found"
        about={`This channel doesn't exist or its ${title.toLowerCase()} aren't public.`}
      />
    </main>
  );
}
