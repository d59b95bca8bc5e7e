import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { toast } from "../../../ui/toast/toast";
import { clearUndoOffers, currentUndoOffers, takeUndo } from "../../../ui/undo/undo-offers";
import { viewer } from "../test-viewer";
import { BanEverywhereDialog } from "./ban-everywhere-dialog";

const CAPABILITIES = [{ label: "Delete, time out, ban", supported: true }];
const PLATFORMS = ["Twitch", "YouTube", "Kick"].map((name) => ({
  provider: name.toLowerCase(),
  name,
  flags: { chatRead: true },
  capabilities: CAPABILITIES,
}));
const banned = { outcome: "done", detail: "", provider_viewer_id: "77", name: "kestrel_" };
const RESULTS = [
  { ...banned, connection_id: "t", provider: "twitch", entry_id: "e1" },
  { ...banned, connection_id: "k", provider: "kick", entry_id: "e2" },
  { ...banned, connection_id: "y", provider: "youtube", entry_id: "e3", name: "kes" },
  {
    ...banned,
    connection_id: "k2",
    provider: "kick",
    entry_id: "e4",
    outcome: "failed",
    detail: "Kick is not responding",
  },
];

const undone: string[] = [];
let answer: Promise<unknown>;

beforeEach(() => {
  undone.length = 0;
  answer = Promise.resolve();
  clearUndoOffers();
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const entryId = /moderation-log\/(.*)\/undo$/.exec(url)?.[1];
    if (entryId) undone.push(entryId);
    else await answer;
    return entryId ? Response.json({}, { status: 503 }) : Response.json({ results: RESULTS });
  });
});

function Page() {
  const [isOpen, setIsOpen] = useState(true);
  const card = { channelId: "c1", provider: "twitch", viewerId: "77" };
  return isOpen ? <BanEverywhereDialog card={card} viewer={viewer} onClose={() => setIsOpen(false)} /> : null;
}

async function banEverywhere() {
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.platforms, PLATFORMS);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Ban 1 account" }));
}

test("a ban everywhere shows the result for each chat", async () => {
  await banEverywhere();
  expect(await screen.findByText("Failed: Kick is not responding")).toBeDefined();
  expect(screen.getByRole("list", { name: "Results" }).children).toHaveLength(4);
});

test("closing the dialog with the results offers to undo all successful bans [T3]", async () => {
  await banEverywhere();
  await userEvent.click(await screen.findByRole("button", { name: "Done" }));
  const [offer] = currentUndoOffers();
  expect(offer).toMatchObject({ verb: "Banned", name: "kestrel_", suffix: "on Twitch and Kick, kes on YouTube" });
  if (offer) takeUndo(offer);
  await waitFor(() => expect(undone).toEqual(["e1", "e2", "e3"]));
});

test("a ban whose response arrives after the dialog was closed offers Undo too [T3]", async () => {
  let release: () => void = () => undefined;
  answer = new Promise<void>((resolve) => {
    release = resolve;
  });
  await banEverywhere();
  await userEvent.keyboard("{Escape}");
  expect(currentUndoOffers()).toEqual([]);
  release();
  await waitFor(() => expect(currentUndoOffers()).toMatchObject([{ name: "kestrel_" }]));
});
