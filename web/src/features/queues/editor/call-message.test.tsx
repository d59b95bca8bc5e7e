import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import type { QueueDraft } from "../queue-types";
import { NEW_QUEUE } from "./draft";
import { QueueFields } from "./queue-fields";

function Editor() {
  const [draft, setDraft] = useState(NEW_QUEUE);
  const change = (part: Partial<QueueDraft>) => setDraft({ ...draft, ...part });
  // The cast is safe: QueueFields uses no other part of a form.
  const form = { draft, change, errorOf: () => undefined, isLocked: false } as Partial<EditorForm<QueueDraft>>;
  return <QueueFields channelId="c1" form={form as EditorForm<QueueDraft>} />;
}

test("the message to called viewers is previewed, and its field is hidden while its switch is off", async () => {
  const previewed: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") previewed.push(JSON.parse(await request.text()));
    return Response.json(request.method === "POST" ? { problems: [], lines: [] } : []);
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <MemoryRouter>
          <Editor />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const message = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  expect(message.value).toBe("$(names), it is your turn in $(queue)!");
  await vi.waitFor(() => expect(previewed).toHaveLength(1));
  expect(previewed[0]).toMatchObject({
    kind: "announcement",
    values: { names: "@Juno, @kestrel_", queue: "Viewer races", answertime: "1 minute" },
  });
  await userEvent.click(screen.getByRole("switch", { name: "Say in chat who is called" }));
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
});
