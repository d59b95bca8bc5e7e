import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { newCommand } from "../../../ui/command/new-command";
import { NamesField } from "./names-field";

function Names() {
  const [draft, setDraft] = useState(newCommand);
  return (
    <NamesField
      channelId="c1"
      commandId={null}
      draft={draft}
      change={(part) => setDraft({ ...draft, ...part })}
      errorOf={() => undefined}
      invalidFields={[]}
      failure={null}
      isLocked={false}
    />
  );
}

test("a new command's name typed without a prefix gets one from the suggestion", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ name: "hello", taken_by: null })));
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <Names />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.type(screen.getByLabelText("Command"), "hello{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "!hello" }));
  const names = screen.getAllByRole("button", { name: /^Remove / });
  expect(names.map((button) => button.getAttribute("aria-label"))).toEqual(["Remove !hello"]);
});
