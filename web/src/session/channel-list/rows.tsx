import { useDebouncedValue } from "@mantine/hooks";
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import type { Page } from "../../api/pages";
import { SEARCH_DELAY_MS } from "../../lib/search";
import type { ListPlaceholder } from "../../ui/list/list-placeholder";
import { ShowMore } from "../../ui/list/show-more";

/** The rows of a list, as a search finds them. */
export interface Rows<Item> {
  query: ComponentProps<typeof ListPlaceholder>["query"];
  /** Undefined while loading, as is `count`. */
  found: readonly Item[] | undefined;
  /** The number beside the title of the list. */
  count: number | undefined;
  /** Whether the list itself has no items, and not only the search. */
  isEmpty: boolean;
  /** Content below the rows. */
  more?: ReactNode;
}

export type UseRows<Item> = (channelId: string, search: string) => Rows<Item>;

interface WholeList<Item> {
  list: (channelId: string) => UseQueryOptions<Item[], Error, Item[], string[]>;
}

/** Rows of a list that is loaded at once and searched here, ignoring case; `select` drops what no row shows. */
export function wholeList<Item>(
  { list }: WholeList<Item>,
  textsOf: (item: Item) => readonly string[],
  select: (items: Item[]) => Item[] = (items) => items,
): UseRows<Item> {
  return function useWholeList(channelId, search) {
    const query = useQuery({ ...list(channelId), select });
    const { data } = query;
    const words = search.trim().toLocaleLowerCase();
    const isFound = (item: Item) => textsOf(item).some((text) => text.toLocaleLowerCase().includes(words));
    return { query, found: data?.filter(isFound), count: data?.length, isEmpty: data?.length === 0 };
  };
}

interface PagedList<Item> {
  pages: (
    channelId: string,
    search: { q: string },
  ) => UseInfiniteQueryOptions<Page<Item>, Error, InfiniteData<Page<Item>>, QueryKey, string | null>;
}

/** Rows of a list that the server searches and returns in pages. */
export function pagedList<Item>({ pages }: PagedList<Item>): UseRows<Item> {
  const itemsOf = ({ pages: [first, ...others] }: InfiniteData<Page<Item>>) => ({
    records: [first, ...others].flatMap((page) => page?.records ?? []),
    total: first?.total ?? 0,
  });
  return function usePagedList(channelId, search) {
    const [q] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
    const query = useInfiniteQuery({ ...pages(channelId, { q }), select: itemsOf });
    const { data } = query;
    return {
      query,
      found: data?.records,
      count: data?.total,
      isEmpty: data?.total === 0 && q === "",
      more: data && <ShowMore list={query} shown={data.records.length} total={data.total} />,
    };
  };
}
