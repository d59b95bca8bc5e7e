import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { useDeleteTemplate, useOfferedTemplates } from "./templates.queries";

test("a deleted template disappears before the server responds", async () => {
  const offered = { id: "t1", title: "Basics", description: "", names: ["!a"] };
  vi.stubGlobal("fetch", ({ method }: Request) =>
    method === "DELETE" ? new Promise(() => undefined) : Promise.resolve(Response.json({ records: [offered] })),
  );
  const client = createQueryClient(() => undefined);
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ offers: useOfferedTemplates(), remove: useDeleteTemplate() }), { wrapper });
  await waitFor(() => expect(result.current.offers.data).toHaveLength(1));
  result.current.remove.mutate("t1");
  await waitFor(() => expect(result.current.offers.data).toEqual([]));
});
