import { QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { useRestore, versionsQuery } from "./channel-file.queries";

test("a restore reports success without waiting until the versions are fetched again", async () => {
  let requests = 0;
  vi.stubGlobal("fetch", ({ method }: Request) => {
    if (method === "POST") return Promise.resolve(Response.json({ sections: [], version_id: null }));
    requests += 1;
    return new Promise(() => undefined);
  });
  const client = createQueryClient(() => undefined);
  const options = versionsQuery("c1");
  client.setQueryData(options.queryKey, []);
  const unsubscribe = new QueryObserver(client, { ...options, staleTime: 60_000 }).subscribe(() => undefined);
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useRestore("c1", "v1"), { wrapper });
  const onSuccess = vi.fn();
  result.current.mutate({ sections: ["commands"], revision: "1" }, { onSuccess });
  await waitFor(() => expect(requests).toBe(1));
  await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce());
  unsubscribe();
});
