import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { Deletable, deleteElsewhere } from "../../../ui/editor/test-deletion";
import { versionOf } from "../../../ui/editor/version";
import { command } from "../test-command";
import { CommandEditor } from "./command-editor";
import { draftOf } from "./draft";

const discord = command("discord");
const saved = { draft: draftOf(discord), version: versionOf(discord) };

const editor = (
  <Deletable>
    {(isDeleted) => <CommandEditor channelId="c1" command={discord} saved={saved} isDeleted={isDeleted} canManage />}
  </Deletable>
);

test("a command deleted by another user loses its link, duplicate and delete buttons and keeps the typed text", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json([])));
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <RouterProvider router={createMemoryRouter([{ path: "/", element: editor }])} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const response = screen.getByDisplayValue("Hello");
  fireEvent.change(response, { target: { value: "Hello there" } });
  const tools = () => ["Duplicate", "Copy link", "Delete"].filter((name) => screen.queryByRole("button", { name }));
  expect(tools()).toEqual(["Duplicate", "Copy link", "Delete"]);
  deleteElsewhere();
  expect(tools()).toEqual([]);
  expect(screen.getByDisplayValue("Hello there")).toBe(response);
});
