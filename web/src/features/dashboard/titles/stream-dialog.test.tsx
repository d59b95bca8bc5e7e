import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { platformsQuery } from "../../../api/platforms";
import type { Channel, ChannelProvider } from "../../../api/types";
import { StreamDialog } from "./stream-dialog";

const TWITCH = { id: "t1", provider: "twitch", title: "Tunic", category: "Just Chatting" } as ChannelProvider;
const CATEGORY = { id: "7", name: "Moths", image_url: "" };

/** Renders the dialog; the stubbed server answers a change with the results in `answer`. */
function open(answer: { title?: unknown; category?: unknown } = {}, providers = [TWITCH]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const capabilities = [{ label: "Title and category", supported: true }];
  const twitch = { provider: "twitch", name: "Twitch", streamTitleMaxLength: 140, capabilities };
  const kick = { ...twitch, provider: "kick", name: "Kick" };
  client.setQueryData<unknown>(platformsQuery.queryKey, [twitch, kick]);
  const changes: Request[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.method === "GET") return Promise.resolve(Response.json({ records: [CATEGORY], detail: "" }));
    changes.push(request);
    const result = { channel_provider_id: "t1", provider: "twitch", title: null, category: null, ...answer };
    return Promise.resolve(Response.json({ results: [result] }));
  });
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <StreamDialog channel={{ id: "c1" } as Channel} providers={providers} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { changes, onClose };
}

// By label, because the search by role takes seconds in a dialog.
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const save = () => fireEvent.click(screen.getByText("Save"));

test("the field of a category that was typed but not chosen is invalid, and nothing is sent [V2]", () => {
  const { changes, onClose } = open();
  type("Title on Twitch", "Moths by night");
  type("Category on Twitch", "Mot");
  save();
  expect(field("Category on Twitch").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Choose one of the list")).toBeTruthy();
  expect(field("Category on Twitch").value).toBe("Mot");
  expect(field("Title on Twitch").getAttribute("aria-invalid")).not.toBe("true");
  expect([changes.length, onClose.mock.calls.length]).toEqual([0, 0]);
});

test("the field of a refused category is invalid, and its text stays [V2]", async () => {
  const done = { outcome: "done", detail: "" };
  const { changes, onClose } = open({ title: done, category: { outcome: "refused", detail: "It is gone." } });
  type("Category on Twitch", "Mot");
  fireEvent.click(await screen.findByText("Moths"));
  save();
  await screen.findByText("It is gone.");
  expect(await changes[0]?.json()).toEqual({
    changes: [{ channel_provider_id: "t1", category: { id: "7", name: "Moths" } }],
  });
  expect(field("Category on Twitch").getAttribute("aria-invalid")).toBe("true");
  expect(field("Category on Twitch").value).toBe("Moths");
  expect(field("Title on Twitch").getAttribute("aria-invalid")).not.toBe("true");
  expect(onClose).not.toHaveBeenCalled();
});

test("an error that names the category is shown on the category alone [V2]", async () => {
  const refusal = {
    type: "invalid",
    message: "is too long",
    errors: [{ field: "changes.0.category.name", message: "is too long" }],
  };
  open();
  type("Title on Twitch", "Moths by night");
  type("Category on Twitch", "Mot");
  fireEvent.click(await screen.findByText("Moths"));
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 422 })));
  save();
  await screen.findByText("is too long");
  expect(field("Category on Twitch").getAttribute("aria-invalid")).toBe("true");
  expect(field("Title on Twitch").getAttribute("aria-invalid")).not.toBe("true");
});

test("saving an emptied title is an error and does not close the dialog [V2]", () => {
  const { changes, onClose } = open();
  type("Title on Twitch", "");
  save();
  expect(screen.getByText("Type a title")).toBeTruthy();
  expect([changes.length, onClose.mock.calls.length]).toEqual([0, 0]);
});

test("typing the category that is already set changes nothing", () => {
  const { changes, onClose } = open();
  type("Category on Twitch", "Just Chatting");
  save();
  expect(onClose).toHaveBeenCalledOnce();
  expect(changes).toEqual([]);
});

test("platforms have the order of the platform list, not the order in which they were connected", () => {
  open({}, [{ ...TWITCH, id: "k1", provider: "kick" }, TWITCH]);
  expect(screen.getAllByRole("group").map((one) => one.querySelector("legend")?.textContent)).toEqual([
    "Twitch",
    "Kick",
  ]);
});
