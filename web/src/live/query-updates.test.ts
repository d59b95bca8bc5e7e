import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { applyLiveUpdate, refetchLive } from "./query-updates";

const KEY = ["commands", "c1", "list"];

/** A mounted query whose fetches resolve when `respond` is called. */
function watch() {
  const client = new QueryClient();
  const pending: ((count: number) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<number>((resolve) => pending.push(resolve)));
  const stop = new QueryObserver(client, { queryKey: KEY, queryFn }).subscribe(() => undefined);
  const respond = async (count: number) => {
    pending.shift()?.(count);
    await vi.waitFor(() => expect(client.getQueryData(KEY)).toBeDefined());
  };
  const setCount = (count: number) => client.setQueryData<number>(KEY, (before) => before && count);
  return { client, queryFn, respond, setCount, stop };
}

test("applyLiveUpdate during a fetch applies the updates to its response too, without a refetch", async () => {
  const { client, queryFn, respond, setCount, stop } = watch();
  applyLiveUpdate(client, KEY, () => setCount(7));
  applyLiveUpdate(client, KEY, () => setCount(8));
  await respond(3);
  await vi.waitFor(() => expect(client.getQueryData(KEY)).toBe(8));
  expect(queryFn).toHaveBeenCalledTimes(1);
  stop();
});

test("several calls of refetchLive during the first fetch cause one refetch after it", async () => {
  const { client, queryFn, respond, stop } = watch();
  refetchLive(client, KEY.slice(0, 2));
  refetchLive(client, KEY.slice(0, 2));
  expect(queryFn).toHaveBeenCalledTimes(1);
  await respond(3);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  await respond(4);
  await vi.waitFor(() => expect(client.getQueryData(KEY)).toBe(4));
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});

test("refetchLive while the next page loads keeps that page and refetches afterwards", async () => {
  const client = new QueryClient();
  const pending: (() => void)[] = [];
  const queryFn = vi.fn(
    ({ pageParam }: { pageParam: number }) => new Promise<number>((resolve) => pending.push(() => resolve(pageParam))),
  );
  const pages = { queryKey: KEY, queryFn, initialPageParam: 1, getNextPageParam: (last: number) => last + 1 };
  const list = new InfiniteQueryObserver(client, pages);
  const stop = list.subscribe(() => undefined);
  pending.shift()?.();
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toEqual([1]));
  void list.fetchNextPage();
  refetchLive(client, KEY);
  pending.shift()?.();
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toEqual([1, 2]));
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(3));
  expect(queryFn.mock.lastCall?.[0].pageParam).toBe(1);
  stop();
});

test("refetchLive does nothing while a mutation below its key runs", async () => {
  const { client, queryFn, respond, stop } = watch();
  await respond(3);
  let finishToggle: (value: null) => void = () => undefined;
  const mutationFn = () =>
    new Promise<null>((resolve) => {
      finishToggle = resolve;
    });
  const options = { mutationKey: [...KEY, "switch"], mutationFn };
  const toggled = client.getMutationCache().build(client, options).execute(undefined);
  await vi.waitFor(() => expect(client.isMutating()).toBe(1));
  refetchLive(client, KEY);
  expect(queryFn).toHaveBeenCalledTimes(1);
  finishToggle(null);
  await toggled;
  refetchLive(client, KEY);
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});
