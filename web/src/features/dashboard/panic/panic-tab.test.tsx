import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { PanicTab } from "./panic-tab";

class SilentSocket {
  send() {}
  close() {}
}

test("one press of the tab turns panic on, and the next one restores", async () => {
  const calls: string[] = [];
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal("fetch", ({ method }: Request) => {
    calls.push(method);
    return Promise.resolve(Response.json({ is_on: method === "POST", is_restoring: false, chats: [] }));
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <PanicTab channelId="c1" />
    </QueryClientProvider>,
  );
  const tab = screen.getByRole("button", { name: "Panic" });
  await waitFor(() => expect(tab.getAttribute("aria-disabled")).toBe("false"));
  fireEvent.click(tab);
  await screen.findByText("Restore");
  fireEvent.click(tab);
  await screen.findByText("Panic");
  expect(calls).toEqual(["GET", "POST", "DELETE"]);
});
