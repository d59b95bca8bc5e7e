import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { account, viewer } from "../test-viewer";
import { LinkDialog } from "./link-dialog";

const other = { ...account, provider: "kick", provider_viewer_id: "9", name: "kestrel" };

const RESPONSES: Record<string, unknown> = {
  "": { permissions: ["gambling.read"] },
  "/viewers": { records: [other], cursor: null },
  "/points/settings": { enabled: true, name_singular: "acorn", name_plural: "acorns" },
  "/points/viewers/twitch/77": { balance: 1_200, rank: 3, accounts: [] },
  "/points/viewers/kick/9": { balance: 1, rank: 9, accounts: [] },
};

test("a selected account keeps the focus while it is linked, and a second click does not link it again", async () => {
  const linked = vi.fn<() => void>();
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.method === "POST") {
      linked();
      return new Promise(() => undefined);
    }
    const path = new URL(request.url).pathname.replace("/api/2/channels/c1", "");
    return Promise.resolve(Response.json(RESPONSES[path] ?? []));
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <LinkDialog
          card={{ channelId: "c1", provider: "twitch", viewerId: "77" }}
          viewer={viewer}
          onClose={() => undefined}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByRole("textbox"), "kes");
  const found = await screen.findByRole<HTMLButtonElement>("button", { name: /kestrel/ });
  await waitFor(() => expect(found.textContent).toContain("1 acorn"));
  screen.getByText(/has 1,200 acorns. The points of both accounts become one balance; unlinking splits them again/);
  await userEvent.click(found);
  await waitFor(() => expect(linked).toHaveBeenCalledOnce());
  await waitFor(() => expect(found.getAttribute("aria-busy")).toBe("true"));
  await userEvent.click(found);
  expect([document.activeElement, found.disabled, linked.mock.calls.length]).toEqual([found, false, 1]);
});

test("once the viewer has typed the code, the dialog names the linked account, and Done closes it", async () => {
  const onClose = vi.fn<() => void>();
  function Linking() {
    const [accounts, setAccounts] = useState(viewer.accounts);
    return (
      <>
        <button type="button" onClick={() => setAccounts([...accounts, other])}>
          The viewer types the code
        </button>
        <LinkDialog
          card={{ channelId: "c1", provider: "twitch", viewerId: "77" }}
          viewer={{ ...viewer, accounts }}
          onClose={onClose}
        />
      </>
    );
  }
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MantineProvider forceColorScheme="dark" env="test">
        <Linking />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText("The viewer types the code"));
  expect((await screen.findByRole("status")).textContent).toContain("kestrel");
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(onClose).toHaveBeenCalledOnce();
});
