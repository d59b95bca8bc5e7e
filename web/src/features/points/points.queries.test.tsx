import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { type PointSettings, pointSettingsQuery } from "../../session/points/points";
import { useSaveSettings } from "./points.queries";

/** A server with these settings; each PUT waits until the test calls its function in `answers`. */
function startServer(settings: Partial<PointSettings>) {
  let stored = settings;
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") {
      const body = await request.json();
      await new Promise<void>((resolve) => answers.push(resolve));
      stored = body;
    }
    return Response.json(stored);
  });
  return { answers, stored: () => stored };
}

test("a change made while another one is being saved is kept, on screen and on the server [P6]", async () => {
  const { answers, stored } = startServer({ name_singular: "point", name_plural: "points", enabled: false });
  const client = createQueryClient(() => undefined);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({ shown: useQuery(pointSettingsQuery("c1")).data, save: useSaveSettings("c1").mutate }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.shown).toBeDefined());
  act(() => result.current.save({ name_singular: "pinecone" }));
  await waitFor(() => expect(answers).toHaveLength(1));
  act(() => result.current.save({ name_plural: "pinecones" }));
  const pinecones = { name_singular: "pinecone", name_plural: "pinecones" };
  act(() => answers[0]?.());
  await waitFor(() => expect(answers).toHaveLength(2));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(result.current.shown).toMatchObject(pinecones);
  act(() => result.current.save({ enabled: true }));
  act(() => answers[1]?.());
  await waitFor(() => expect(answers).toHaveLength(3));
  act(() => answers[2]?.());
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(stored()).toEqual({ ...pinecones, enabled: true });
});
