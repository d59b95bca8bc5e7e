import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { dayAndTime, longDateTime } from "../../../lib/time/dates";
import { DEFAULT_APPEARANCE } from "../chat-appearance";
import type { RowContext } from "../rows/chat-row";
import { stored } from "../store/test-lines";
import { ChatSearch } from "./chat-search";
import { NO_SEARCH } from "./search-fields";

const found = stored("the fox is so small", { sent_at: "2025-03-04T12:34:56.000001Z" });
const context: RowContext = {
  appearance: DEFAULT_APPEARANCE,
  platforms: [],
  myNames: new Set(),
  myId: undefined,
  onOpenViewer: null,
  onRetry: null,
};

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ records: [found], cursor: null }));
});

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  const [fields, setFields] = useState(NO_SEARCH);
  return (
    <main>
      <button type="button" onClick={() => setIsOpen(true)}>
        Search
      </button>
      {isOpen && (
        <ChatSearch
          channelId="c1"
          context={context}
          fields={fields}
          onChange={setFields}
          shownKey={null}
          returnCount={0}
          onJump={() => undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </main>
  );
}

async function open() {
  const client = createQueryClient(() => undefined);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByText("Search"));
}

test("results show the day and the time", async () => {
  await open();
  await userEvent.paste("fox");
  const when = await screen.findByTitle(longDateTime(found.line.sent_at));
  expect(when.textContent).toBe(dayAndTime(found.line.sent_at));
});

test("Escape closes the search and returns the focus to its button", async () => {
  await open();
  expect(document.activeElement).toBe(screen.getByLabelText("Text"));
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(screen.getByText("Search"));
});
