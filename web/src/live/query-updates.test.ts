import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { applyLiveUpdate, refetchLive } from "./query-updates";

const KEY = ["commands", "c1", "list"];

/** A list on the screen whose answers come when the test says so. */
function watch() {
  const client = new QueryClient();
  const answers: ((count: number) => void)[] = [];
  const ask = vi.fn(() => new Promise<number>((resolve) => answers.push(resolve)));
  const stop = new QueryObserver(client, { queryKey: KEY, queryFn: ask }).subscribe(() => undefined);
  const answer = async (count: number) => {
    answers.shift()?.(count);
    await vi.waitFor(() => expect(client.getQueryData(KEY)).toBeDefined());
  };
  const put = (count: number) => client.setQueryData<number>(KEY, (before) => before && count);
  return { client, ask, answer, put, stop };
}

test("updates during a fetch are applied to its response without a refetch", async () => {
  const { client, ask, answer, put, stop } = watch();
  applyLiveUpdate(client, KEY, () => put(7));
  applyLiveUpdate(client, KEY, () => put(8));
  await answer(3);
  await vi.waitFor(() => expect(client.getQueryData(KEY)).toBe(8));
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});

test("an update during the first fetch refetches once", async () => {
  const { client, ask, answer, stop } = watch();
  refetchLive(client, KEY.slice(0, 2));
  refetchLive(client, KEY.slice(0, 2));
  expect(ask).toHaveBeenCalledTimes(1);
  await answer(3);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  await answer(4);
  await vi.waitFor(() => expect(client.getQueryData(KEY)).toBe(4));
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

test("a running toggle delays the refetch", async () => {
  const { client, ask, answer, stop } = watch();
  await answer(3);
  let through: (value: null) => void = () => undefined;
  const mutationFn = () =>
    new Promise<null>((resolve) => {
      through = resolve;
    });
  const options = { mutationKey: [...KEY, "switch"], mutationFn };
  const switched = client.getMutationCache().build(client, options).execute(undefined);
  await vi.waitFor(() => expect(client.isMutating()).toBe(1));
  refetchLive(client, KEY);
  expect(ask).toHaveBeenCalledTimes(1);
  through(null);
  await switched;
  refetchLive(client, KEY);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});
