import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { EMPTY_MESSAGE, NEW_TIMER } from "./draft";
import { MessagesSection } from "./messages-section";

const PROBLEM = { start: 0, end: 2, message: "A bracket is not closed", severity: "error", suggestion: null };

async function respond(request: Request) {
  if (!request.url.endsWith("/previews")) return Response.json([]);
  const { text } = await request.json();
  return Response.json({ lines: [], problems: text.startsWith("$(") ? [PROBLEM] : [] });
}

function Editor({ texts }: { texts: readonly string[] }) {
  const messages = texts.map((text) => ({ ...EMPTY_MESSAGE, text }));
  const [draft, setDraft] = useState({ ...NEW_TIMER, messages });
  return (
    <MessagesSection
      channelId="c1"
      draft={draft}
      change={(part) => setDraft((before) => ({ ...before, ...part }))}
      errorOf={() => undefined}
      isLocked={false}
    />
  );
}

beforeEach(() => {
  vi.stubGlobal("fetch", respond);
});

function open(...texts: string[]) {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <MemoryRouter>
          <Editor texts={texts} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

const field = (index: number) => screen.getByRole("textbox", { name: `Message ${index}` });
const isInvalid = (index: number) => field(index).getAttribute("aria-invalid") === "true";

test("a message shows its errors even while another message has the focus", async () => {
  open("Fine", "$(", "Fine too");
  await waitFor(() => expect([1, 2, 3].map(isInvalid)).toEqual([false, true, false]));
  fireEvent.focus(field(3));
  expect([1, 2, 3].map(isInvalid)).toEqual([false, true, false]);
});

test("removing a message moves the focus to the next message, or from the last message to the previous", () => {
  open("One", "Two", "Three");
  fireEvent.click(screen.getByRole("button", { name: "Remove message 2" }));
  expect(document.activeElement).toBe(field(2));
  fireEvent.click(screen.getByRole("button", { name: "Remove message 2" }));
  expect(document.activeElement).toBe(field(1));
});
