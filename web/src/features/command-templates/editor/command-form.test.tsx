import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { newCommand } from "../../../ui/command/new-command";
import type { TemplateCommand } from "../template-types";
import { CommandForm } from "./command-form";

let edited: TemplateCommand;

function Form() {
  const [command, setCommand] = useState<TemplateCommand>(newCommand);
  edited = command;
  return <CommandForm command={command} errorOf={() => undefined} onChange={setCommand} />;
}

function openForm() {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.platforms, [
    { provider: "twitch", name: "Twitch", flags: { chatWrite: true, stream: true } },
    { provider: "kick", name: "Kick", flags: { chatWrite: true, stream: true } },
  ]);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <Form />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("the suggestion adds the prefix to a command name that was typed without it", async () => {
  openForm();
  await userEvent.type(screen.getByLabelText("Command"), "hello{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "!hello" }));
  const names = screen.getAllByRole("button", { name: /^Remove / });
  expect(names.map((button) => button.getAttribute("aria-label"))).toEqual(["Remove !hello"]);
});

test("a command of a template has every field that a command of a channel has [E11]", async () => {
  openForm();
  const before = structuredClone(edited);
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await userEvent.type(screen.getByLabelText("Command"), "!so{Enter}");
  fireEvent.click(screen.getByText("Add response"));
  type("Weight of response 2", "3");
  fireEvent.click(screen.getByText("Add keyword"));
  type("Keyword 1", "shout out");
  type("Global cooldown", "1");
  type("User cooldown", "2");
  type("Cost", "50");
  type("Description", "Shows some love");
  type("Group", "Info");
  const switches = ["Moderators bypass cooldowns", "Show on the public page", "On once it is imported"];
  for (const label of ["In order", "Reply", "Live only", "Kick", ...switches]) {
    fireEvent.click(screen.getByLabelText(label));
  }
  const unchanged = Object.keys(before).filter((field) => {
    const name = field as keyof TemplateCommand;
    return JSON.stringify(edited[name]) === JSON.stringify(before[name]);
  });
  // The access level has no choices, because the roles are not loaded here.
  expect(unchanged).toEqual(["access_level"]);
  expect(screen.getByLabelText("Who can use it")).toBeDefined();
  expect(edited.responses).toEqual([
    { text: "", providers: [], weight: 1 },
    { text: "", providers: [], weight: 3 },
  ]);
});
