import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import type { Diff, Version } from "./channel-file-types";
import { RIGHTS_OF_RESTORED_COMMANDS } from "./diff-labels";
import { VersionDialog } from "./version-dialog";

const version: Version = {
  id: "v1",
  reason: "Before",
  created_at: "2026-07-01T20:00:00Z",
  created_by: "Juno",
  counts: {},
};
const section = { key: "commands", title: "Commands", added: 0, changed: 0, removed: 1, same: 0, kept: 0 };
const entries: Diff["sections"][number]["entries"] = [{ key: "!t", change: "removed", line: null, fields: [] }];
const diff: Diff = { channel: "Late Shift", sections: [{ ...section, entries }], problems: [], revision: "1" };

test("the dialog says with which rights restored commands run, unless commands are excluded", async () => {
  vi.stubGlobal("fetch", ({ method }: Request) =>
    method === "POST" ? Promise.resolve(Response.json(diff)) : new Promise(() => undefined),
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <VersionDialog channelId="c1" version={version} opened canApply onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(RIGHTS_OF_RESTORED_COMMANDS)).toBeDefined();
  fireEvent.click(screen.getByRole("checkbox"));
  expect(screen.queryByText(RIGHTS_OF_RESTORED_COMMANDS)).toBeNull();
});
