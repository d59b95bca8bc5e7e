import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { newCommand } from "../../../ui/command/new-command";
import type { TemplateCommand } from "../template-types";
import { CommandForm } from "./command-form";

function Form() {
  const [command, setCommand] = useState<TemplateCommand>(newCommand);
  return <CommandForm command={command} errorOf={() => undefined} onChange={setCommand} />;
}

test("a template command's name typed without a mark gets it from the offer", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <Form />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.type(screen.getByLabelText("Command"), "hello{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "!hello" }));
  const names = screen.getAllByRole("button", { name: /^Remove / });
  expect(names.map((button) => button.getAttribute("aria-label"))).toEqual(["Remove !hello"]);
});
