import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { command } from "../test-command";
import { CommandHeader } from "./command-header";

const ignore = () => undefined;

test("the popover History of a command says with which rights the command runs", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ permissions: [] })));
  render(
    <QueryClientProvider client={createQueryClient(ignore)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <main>
          <CommandHeader
            title="!title"
            isNamed
            command={command("title", { author_level: 7 })}
            isLocked={false}
            onDuplicate={ignore}
            onDelete={ignore}
            onClose={ignore}
          />
        </main>
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "History" }));
  expect(await screen.findByText("Runs with Mod rights, also when lower roles use it")).toBeDefined();
});
