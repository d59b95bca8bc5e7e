import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import type { HealthCheck } from "../../api/types";
import { useHealthBadge } from "./badges";

const states = (...all: HealthCheck["state"][]) => all.map((state) => ({ state }));

/** Renders the badge of the navigation entry Health with these checks, and returns it. */
async function badgeWith(checks: { state: HealthCheck["state"] }[]) {
  const fetch = vi.fn(() => Promise.resolve(Response.json({ checks })));
  vi.stubGlobal("fetch", fetch);
  const client = createQueryClient(() => undefined);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useHealthBadge(), { wrapper });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(fetch).toHaveBeenCalledTimes(1);
  return result.current;
}

test("the badge beside Health shows the number of problems, with a label for screen readers", async () => {
  expect(await badgeWith(states("problem", "ok", "problem"))).toEqual({
    tone: "danger",
    text: "2",
    label: "2 problems",
  });
  expect(await badgeWith(states("problem", "ok"))).toEqual({ tone: "danger", text: "1", label: "1 problem" });
});

test("there is no badge without a problem", async () => {
  expect(await badgeWith(states("ok", "warning"))).toBeNull();
});
