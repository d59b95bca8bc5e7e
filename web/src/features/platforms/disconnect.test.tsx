import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { provider } from "../../api/test-provider";
import { channelProvidersQuery } from "../../session/channel-providers";
import { currentToasts, dismissToast } from "../../ui/toast/toast";
import { useDisconnectPlatform } from "./platforms.queries";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const [first, second] = [provider("b"), provider("a")];

const toasts = () => currentToasts().map(({ tone, message }) => ({ tone, message }));

beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

function start() {
  const showError = vi.fn();
  const client = createQueryClient(showError);
  const { queryKey } = channelProvidersQuery("c1");
  client.setQueryData(queryKey, [first, second]);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDisconnectPlatform("c1", "Twitch"), { wrapper });
  const shown = () => client.getQueryData(queryKey)?.map(({ id }) => id);
  return { shown, showError, disconnect: result.current.mutate };
}

test("a disconnected platform is removed from the list before the server responds [T7]", async () => {
  fetched.mockReturnValue(new Promise(() => {}));
  const { shown, disconnect } = start();
  act(() => disconnect(first));
  await waitFor(() => expect(shown()).toEqual(["a"]));
  expect(toasts()).toEqual([{ tone: "loading", message: "Disconnecting Twitch" }]);
});

test("once a platform is disconnected, the loading toast becomes the success toast [N1]", async () => {
  fetched.mockImplementation(async (request) =>
    request.method === "DELETE" ? new Response(null, { status: 204 }) : Response.json([second]),
  );
  const { disconnect } = start();
  act(() => disconnect(first));
  await waitFor(() => expect(toasts()).toEqual([{ tone: "success", message: "Twitch disconnected" }]));
});

test("a platform that could not be disconnected returns to its position, with an error toast [T7 X2]", async () => {
  fetched.mockResolvedValue(
    Response.json({ type: "forbidden", message: "You need platforms.manage" }, { status: 403 }),
  );
  const { shown, showError, disconnect } = start();
  act(() => disconnect(first));
  await waitFor(() => expect(toasts()).toEqual([{ tone: "error", message: "You need platforms.manage" }]));
  expect(showError).not.toHaveBeenCalledWith("You need platforms.manage");
  expect(shown()).toEqual(["b", "a"]);
});
