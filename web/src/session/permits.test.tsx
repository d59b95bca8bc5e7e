import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { keys } from "../api/keys";
import { createQueryClient } from "../api/query-client";
import { usePermit } from "./permits";

test("a link permit can be given only on platforms whose chat is read", async () => {
  const client = createQueryClient(() => undefined);
  const platform = (provider: string, chatRead: boolean) => ({ provider, flags: { chatRead } });
  client.setQueryData(keys.platforms, [platform("newcomer", true), platform("twitch", false)]);
  const posted: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    posted.push(await request.json());
    return Response.json({ seconds: 60 }, { status: 201 });
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePermit("c1"), { wrapper });
  const permit = (provider: string) => act(() => result.current.mutateAsync({ provider, viewerId: "7", name: "bob" }));
  await permit("newcomer");
  await expect(permit("twitch")).rejects.toThrow("Link permits aren't supported on this platform");
  expect(posted).toEqual([{ provider: "newcomer", provider_viewer_id: "7" }]);
});
