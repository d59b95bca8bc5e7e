import { expect, test, vi } from "vitest";
import { openApp } from "../test-app";

test("the channel is fetched without waiting for the response about the user", async () => {
  const noUser = () => new Response("{}", { status: 500 });
  const { calls } = openApp("/channels/c1", ({ path }) => (path === "/user" ? noUser() : null));
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain("/channels/c1"), { timeout: 30_000 });
});
