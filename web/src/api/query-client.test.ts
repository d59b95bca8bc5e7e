import { onlineManager } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { ApiError, unreachableError } from "./errors";
import { createQueryClient } from "./query-client";

const rejected = () => Promise.reject(new ApiError(409, { type: "conflict", message: "Already connected" }));

test("a failed query is not retried [K18]", async () => {
  const client = createQueryClient(vi.fn());
  const queryFn = vi.fn(rejected);
  await expect(client.fetchQuery({ queryKey: ["x"], queryFn })).rejects.toThrow("Already connected");
  expect(queryFn).toHaveBeenCalledOnce();
});

test("a failed first load shows no toast, because the screen shows an error panel [X3]", async () => {
  const showError = vi.fn();
  const client = createQueryClient(showError);
  await client.prefetchQuery({ queryKey: ["x"], queryFn: rejected });
  expect(showError).not.toHaveBeenCalled();
});

test("a failed refetch shows a toast [X2]", async () => {
  const showError = vi.fn();
  const client = createQueryClient(showError);
  client.setQueryData(["x"], "old");
  await client.prefetchQuery({ queryKey: ["x"], queryFn: rejected, staleTime: 0 });
  expect(showError.mock.calls).toEqual([["Already connected"]]);
});

test.each(["forbidden", "channel_not_found", "channel_suspended"])(
  "a refetch that fails with %s shows no toast, because the screen shows that access is lost [A3 A4]",
  async (type) => {
    const showError = vi.fn();
    const client = createQueryClient(showError);
    client.setQueryData(["x"], "old");
    const queryFn = () => Promise.reject(new ApiError(403, { type, message: "Refused" }));
    await client.prefetchQuery({ queryKey: ["x"], queryFn, staleTime: 0 });
    expect(showError).not.toHaveBeenCalled();
  },
);

test("a failed mutation shows a toast [X2]", async () => {
  const showError = vi.fn();
  const client = createQueryClient(showError);
  const mutation = client.getMutationCache().build(client, { mutationFn: rejected });
  await mutation.execute(undefined).catch(() => {});
  expect(showError.mock.calls).toEqual([["Already connected"]]);
});

test("a quiet mutation shows no toast", async () => {
  const showError = vi.fn();
  const client = createQueryClient(showError);
  const mutation = client.getMutationCache().build(client, { mutationFn: rejected, meta: { quiet: true } });
  await mutation.execute(undefined).catch(() => {});
  expect(showError).not.toHaveBeenCalled();
});

test("an offline mutation fails at once and does not wait for the connection", async () => {
  onlineManager.setOnline(false);
  try {
    const showError = vi.fn();
    const client = createQueryClient(showError);
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(unreachableError()) });
    await mutation.execute(undefined).catch(() => {});
    expect(showError.mock.calls).toEqual([["Can't reach the server. Check your connection and try again."]]);
  } finally {
    onlineManager.setOnline(true);
  }
});
