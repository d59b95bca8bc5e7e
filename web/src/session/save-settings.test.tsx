import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../api/query-client";
import { settingsQuery, useSaveSettings } from "./settings";

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

function start() {
  const client = createQueryClient(vi.fn());
  client.setQueryData(settingsQuery.queryKey, { sidebar: "open", chat: 13 });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSaveSettings(), { wrapper });
  const shown = () => client.getQueryData(settingsQuery.queryKey);
  const refetch = () => client.fetchQuery({ ...settingsQuery, staleTime: 0 });
  return { shown, save: result.current.mutate, refetch };
}

test("a change shows at once, and only the change is sent [T12 K6]", async () => {
  fetched.mockReturnValue(new Promise(() => {}));
  const { shown, save } = start();
  act(() => save({ sidebar: "closed" }));
  await waitFor(() => expect(shown()).toEqual({ sidebar: "closed", chat: 13 }));
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  expect(await fetched.mock.lastCall?.[0].json()).toEqual({ sidebar: "closed" });
});

test("the merged settings in the response replace the optimistic ones [T12]", async () => {
  fetched.mockResolvedValue(Response.json({ sidebar: "closed", chat: 15 }));
  const { shown, save } = start();
  act(() => save({ sidebar: "closed" }));
  await waitFor(() => expect(shown()).toEqual({ sidebar: "closed", chat: 15 }));
});

test("a failed change is rolled back [T12]", async () => {
  fetched.mockResolvedValue(Response.json({ type: "invalid", message: "Too large" }, { status: 422 }));
  const { shown, save } = start();
  act(() => save({ sidebar: "closed" }));
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  await waitFor(() => expect(shown()).toEqual({ sidebar: "open", chat: 13 }));
});

test("a refetch does not undo a change that is still being saved [T12]", async () => {
  const stored = { sidebar: "open", chat: 14 };
  fetched.mockImplementation(({ method }) =>
    method === "PUT" ? new Promise(() => {}) : Promise.resolve(Response.json(stored)),
  );
  const { shown, save, refetch } = start();
  act(() => save({ sidebar: "closed" }));
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  await act(refetch);
  expect(shown()).toEqual({ sidebar: "closed", chat: 14 });
});
