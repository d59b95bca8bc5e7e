import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../query-client";
import { useSingleMutation } from "./single-mutation";

const client = createQueryClient(() => undefined);
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

test("a double-click runs the mutation once", async () => {
  const mutationFn = vi.fn(async (_name: string) => "done");
  const { result } = renderHook(() => useSingleMutation({ mutationFn }), { wrapper });
  await act(async () => {
    result.current.mutate("a");
    result.current.mutate("a");
  });
  expect(mutationFn).toHaveBeenCalledOnce();
  // The second click of a double-click, after a quick response.
  await act(async () => result.current.mutate("a"));
  expect(mutationFn).toHaveBeenCalledOnce();
  await act(async () => result.current.mutate("b"));
  expect(mutationFn.mock.calls.map(([name]) => name)).toEqual(["a", "b"]);
});

test("two calls with different variables both run", async () => {
  const mutationFn = vi.fn(async (_name: string) => "done");
  const { result } = renderHook(() => useSingleMutation({ mutationFn }), { wrapper });
  await act(async () => {
    result.current.mutate("a");
    result.current.mutate("b");
    result.current.mutate("a");
  });
  expect(mutationFn.mock.calls.map(([name]) => name)).toEqual(["a", "b"]);
});

test("mutate keeps its identity across renders", () => {
  const { result, rerender } = renderHook(() => useSingleMutation({ mutationFn: async () => "done" }), { wrapper });
  const { mutate } = result.current;
  rerender();
  expect(result.current.mutate).toBe(mutate);
});

test("a failed call can be retried at once", async () => {
  const mutationFn = vi.fn((_name: string) => Promise.reject(new Error("no")));
  const { result } = renderHook(() => useSingleMutation({ mutationFn }), { wrapper });
  await act(async () => result.current.mutate("a"));
  await act(async () => result.current.mutate("a"));
  expect(mutationFn).toHaveBeenCalledTimes(2);
});
