import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import { type ApiResult, api, unwrap } from "./client";
import { isInaccessible } from "./errors";
import { nextCursor, type Page } from "./pages";
import type { paths } from "./schema";

type Json<Part> = Part extends { content: { "application/json": infer Content } } ? Content : never;
type Answer<Path extends keyof paths> = paths[Path]["get"] extends { responses: { 200: infer Success } }
  ? Json<Success>
  : never;
type Search<Path extends keyof paths> = paths[Path]["get"] extends { parameters: { query?: infer Query } }
  ? Omit<NonNullable<Query>, "cursor">
  : never;

/** What one item is called in the paths below its list: "timer" in `/timers/{timer_id}`. */
type OneOf<List extends string, Path = keyof paths> = Path extends `${List}/{${infer One}_id}` ? One : never;
type ItemPath<List extends string, One extends string> = Extract<keyof paths, `${List}/{${One}_id}`>;
/** An item as the API returns it alone. */
type ItemOf<List extends string, One extends string> = Answer<ItemPath<List, One>>;
/** What the API takes to create or save an item. */
type BodyOf<List extends string, One extends string> = paths[ItemPath<List, One>]["put"] extends {
  requestBody: infer Body;
}
  ? Json<Body>
  : never;
/** An item as the list returns it. */
type RowOf<List> = List extends readonly (infer Row)[] ? Row : List extends { records: (infer Row)[] } ? Row : never;

/** A list in the cache: all its items, or the pages loaded so far. */
export type CachedItems<Item> = Item[] | InfiniteData<{ records: Item[] }>;

/** The cached list with its items changed. */
export function changeItems<Item>(cached: CachedItems<Item>, change: (items: Item[]) => Item[]): CachedItems<Item> {
  if (Array.isArray(cached)) return change(cached);
  return { ...cached, pages: cached.pages.map((page) => ({ ...page, records: change(page.records) })) };
}

interface CallOptions {
  params: { path: Record<string, string>; query?: object };
  body?: unknown;
  signal?: AbortSignal;
}
type Call = <Data>(path: string, options: CallOptions) => Promise<ApiResult<Data>>;

// The client types a call by its literal path. Here paths are composed; the types of a resource come from the schema.
const composed = api as unknown as Record<"GET" | "POST" | "PUT" | "DELETE", Call>;

const inChannel = (channelId: string) => ({ params: { path: { channel_id: channelId } } });

export type ChannelResource<Item, Body> = ReturnType<typeof itemResource<Item, Body>>;

/** What each list of a channel has in common: its query keys, and the calls for one item. */
function itemResource<Item, Body>(path: string, one: string) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const itemPath = `${path}/{${one}_id}`;
  const ofItem = (channelId: string, id: string, query = {}) => ({
    params: { path: { channel_id: channelId, [`${one}_id`]: id }, query },
  });
  const key = (channelId: string) => [name, channelId];
  const itemsKey = (channelId: string) => [...key(channelId), "one"];
  return {
    /** Its last name in the API, and that of its live topic: "timers". */
    name,
    /** An item in words: "timer". */
    one,
    /** The queries of the list, of its items and of all that belongs to it begin with this key. */
    key,
    listsKey: (channelId: string) => [...key(channelId), "list"],
    itemsKey,
    item: (channelId: string, id: string) =>
      queryOptions({
        queryKey: [...itemsKey(channelId), id],
        queryFn: (): Promise<Item> => unwrap(composed.GET<Item>(itemPath, ofItem(channelId, id))),
        // The editor itself shows that its item was deleted.
        meta: { quiet: isInaccessible },
      }),
    create: (channelId: string, body: Body): Promise<Item> =>
      unwrap(composed.POST<Item>(path, { ...inChannel(channelId), body })),
    /** Saves an item; without a revision, what others have saved meanwhile is overwritten. */
    save: (channelId: string, id: string, body: Body, revision: number | null): Promise<Item> =>
      unwrap(composed.PUT<Item>(itemPath, { ...ofItem(channelId, id, { revision }), body })),
    remove: (channelId: string, id: string): Promise<unknown> =>
      unwrap(composed.DELETE<unknown>(itemPath, ofItem(channelId, id))),
  };
}

/** A list that the API returns at once: `channelResource("/api/2/channels/{channel_id}/timers", "timer")`. */
export function channelResource<Path extends keyof paths, One extends OneOf<Path>>(path: Path, one: One) {
  type Row = RowOf<Answer<Path>>;
  const resource = itemResource<ItemOf<Path, One>, BodyOf<Path, One>>(path, one);
  return {
    ...resource,
    list: (channelId: string) =>
      queryOptions({
        queryKey: resource.listsKey(channelId),
        queryFn: async (): Promise<Row[]> => {
          const list = await unwrap(composed.GET<Row[] | { records: Row[] }>(path, inChannel(channelId)));
          return Array.isArray(list) ? list : list.records;
        },
      }),
  };
}

const NO_CURSOR: string | null = null;

/** A list that the API returns in pages, as far as they are asked for. */
export function pagedResource<Path extends keyof paths, One extends OneOf<Path>>(path: Path, one: One) {
  type Rows = Answer<Path> & Page<RowOf<Answer<Path>>>;
  const resource = itemResource<ItemOf<Path, One>, BodyOf<Path, One>>(path, one);
  return {
    ...resource,
    pages: (channelId: string, search: Search<Path>) =>
      infiniteQueryOptions({
        queryKey: [...resource.listsKey(channelId), search] as QueryKey,
        queryFn: ({ pageParam, signal }): Promise<Rows> => {
          const { params } = inChannel(channelId);
          const query = { ...search, cursor: pageParam };
          return unwrap(composed.GET<Rows>(path, { params: { ...params, query }, signal }));
        },
        initialPageParam: NO_CURSOR,
        getNextPageParam: nextCursor,
        // Previous results stay visible while the next ones load.
        placeholderData: keepPreviousData,
      }),
  };
}
