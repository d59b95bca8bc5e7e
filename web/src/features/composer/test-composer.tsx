import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import type { ChatLine, SentMessage } from "../../api/chat";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import type { Channel } from "../../api/types";
import { toast } from "../../ui/toast/toast";
import { Composer } from "./composer";
import { loadSlash } from "./slash/load-slash";
import { account, connection, PLATFORMS } from "./test-platforms";

type Call = { path: string; method: string; body: Record<string, unknown> };

export const calls: Call[] = [];
export const sent = vi.fn<(message: SentMessage) => void>();
export const opened = vi.fn<(provider: string, viewerId: string) => void>();
const emptyResponse = () => Response.json({ records: [], emotes: [], sources: [] });
/** Fake server; responses wait for `responseGate`. */
export const server: { respond: (call: Call) => Response; responseGate?: Promise<void> } = { respond: emptyResponse };
let channels = 0;

export const channelId = () => `c${channels}`;
export const nextChannel = () => {
  channels += 1;
};

/** Resets the fake server and all records of calls, and starts a new channel. */
export async function resetServer() {
  // When the code of slash commands is loaded, the menu opens as soon as "/" is typed.
  await loadSlash();
  // The sent history is kept per channel.
  nextChannel();
  // Another test file may have left a draft for this channel id.
  sessionStorage.clear();
  calls.length = 0;
  sent.mockReset();
  opened.mockReset();
  Element.prototype.scrollIntoView = () => undefined;
  server.respond = emptyResponse;
  delete server.responseGate;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const call = { path: pathname + search, method: request.method, body: text ? JSON.parse(text) : {} };
    calls.push(call);
    await server.responseGate;
    return server.respond(call);
  });
}

export const kestrel = {
  provider: "twitch",
  id: "77",
  login: "kestrel_",
  name: "kestrel_",
  colour: "",
  connection_id: "t",
};

const lena = {
  ...kestrel,
  provider: "tiktok",
  id: "9",
  login: "lena",
  name: "lena",
  connection_id: "x",
  message_id: "m9",
};
export const CHATS = [connection("t", "twitch"), connection("y", "youtube"), connection("x", "tiktok")];

export function show(
  replyTo: ChatLine | null = null,
  off: string[] = [],
  chats = CHATS,
  people = [kestrel, lena],
  permissions: Channel["permissions"] = ["moderation.use", "title.update"],
  speaker: "me" | "bot" = "bot",
) {
  const id = channelId();
  const client = createQueryClient(toast.error);
  client.setQueryData(keys.platforms, PLATFORMS);
  client.setQueryData(keys.userSettings, { [`composer.${id}`]: { off, speaker } });
  client.setQueryData(keys.user, {
    id: "u",
    display_name: "Juniper",
    avatar_url: "",
    username: "j",
    is_operator: false,
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <main>
          <Composer
            channel={{ id, permissions }}
            providers={chats}
            accounts={[account("twitch")]}
            onConnectAccount={() => undefined}
            replyTo={replyTo}
            onReplyDone={() => undefined}
            people={() => people}
            onSent={sent}
            onOpenViewer={opened}
          />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
}

/** Pastes the text and then presses keys: typing every letter would be slow. */
export async function write(field: HTMLElement, text: string, pressed = "") {
  field.focus();
  if (text) await userEvent.paste(text);
  if (pressed) await userEvent.keyboard(pressed);
}

export const sends = () => calls.filter(({ path, method }) => method === "POST" && path.endsWith("/sent-messages"));
export const acceptMessages = () => {
  server.respond = ({ body }) => Response.json({ ...body, receipts: [] }, { status: 202 });
};
