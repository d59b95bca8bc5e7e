import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { ImportTemplateDialog } from "./import-template-dialog";

const row = { key: "!lurk", entry: { cmds: ["!lurk"], responses: [{ text: "Bye" }] }, clashes: [], problems: [] };
const imported = { section: "commands", key: "!lurk", name: "!lurk", outcome: "added", detail: "" };
const responses: [string, unknown][] = [
  ["/preview", { id: "t1", title: "Basics", description: "", rows: [row] }],
  ["/import", { rows: [imported], version_id: null }],
  ["/command-templates", { records: [{ id: "t1", title: "Basics", description: "", names: ["!lurk"] }] }],
];

test("the focus follows the steps of the dialog and ends on Done", async () => {
  vi.stubGlobal("fetch", async ({ url }: Request) =>
    Response.json(responses.find(([path]) => url.endsWith(path))?.[1] ?? {}),
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <ImportTemplateDialog channelId="c1" opened onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  (await screen.findByRole("button", { name: /^Basics/ })).focus();
  await userEvent.keyboard("{Enter}");
  const send = await screen.findByRole("button", { name: "Import 1 command" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "All templates" })));
  send.focus();
  await userEvent.keyboard("{Enter}");
  const done = await screen.findByRole("button", { name: "Done" });
  await waitFor(() => expect(document.activeElement).toBe(done));
});
