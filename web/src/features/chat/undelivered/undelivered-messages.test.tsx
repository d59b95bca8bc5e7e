import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { SentMessage } from "../../../api/chat";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { clearDrafts } from "../../../lib/text/drafts";
import { receipt, sent } from "../store/test-lines";
import { useTrackedMessages } from "./tracked-messages";
import { merge } from "./undelivered.live";
import { UndeliveredMessages } from "./undelivered-messages";

const FAILED = sent("s1", {
  receipts: [receipt({ state: "failed", detail: "Kick is not responding", provider: "kick" })],
});
const retries: string[] = [];
let stored: SentMessage[] = [];

beforeEach(() => {
  clearDrafts();
  retries.length = 0;
  stored = [FAILED];
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") retries.push(pathname);
    return Response.json(request.method === "POST" ? FAILED : { records: stored, cursor: null });
  });
});

class SilentSocket extends EventTarget {
  send() {}
  close() {}
}

function Screen() {
  const tracked = useTrackedMessages("c1", () => undefined);
  return (
    <>
      <button type="button" onClick={() => tracked.track(FAILED)}>
        Send
      </button>
      {tracked.entries && <UndeliveredMessages channelId="c1" tracked={tracked} />}
    </>
  );
}

function show() {
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.platforms, []);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

const notice = () => screen.findByRole("list", { name: "Messages that were not delivered" });

test("a failed message is shown with its reason, also after leaving the screen, until it is dismissed", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect((await notice()).textContent).toContain("five minute break");
  cleanup();
  show();
  expect((await notice()).textContent).toContain("Failed: Kick is not responding");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("list")).toBeNull();
  cleanup();
  show();
  expect(screen.queryByRole("list")).toBeNull();
});

test("sending a message again hides it, and it returns if the retry fails too", async () => {
  const client = show();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await notice();
  await userEvent.click(screen.getByRole("button", { name: /^Retry on/ }));
  expect(retries).toEqual(["/api/2/channels/c1/sent-messages/s1/retry"]);
  const pending = { ...FAILED, revision: FAILED.revision + 1, receipts: [receipt({ state: "pending" })] };
  act(() => merge(client, "c1", [{ type: "sent", sent: pending }]));
  await waitFor(() => expect(screen.queryByRole("list")).toBeNull());
  act(() => merge(client, "c1", [{ type: "sent", sent: { ...FAILED, revision: FAILED.revision + 2 } }]));
  expect((await notice()).textContent).toContain("five minute break");
});

test("a delivered message is not listed as undelivered and is not tracked any more", async () => {
  stored = [{ ...FAILED, receipts: [receipt({ state: "sent" })] }];
  show();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sessionStorage.getItem("greenroom.drafts")).not.toContain("s1"));
  expect(screen.queryByRole("list")).toBeNull();
});

test("a message of another user that failed is not shown", async () => {
  stored = [FAILED, { ...FAILED, id: "s2", text: "not mine" }];
  show();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect((await notice()).textContent).not.toContain("not mine");
});
