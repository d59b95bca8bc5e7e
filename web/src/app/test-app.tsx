import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { RouterProvider } from "react-router";
import { onTestFinished, vi } from "vitest";
import { createQueryClient } from "../api/query-client";
import { clearToken, setToken } from "../lib/auth/token";
import { createRouter } from "./router";

export interface ServerCall {
  method: string;
  /** Path and query after `/api/2`. */
  path: string;
  body: unknown;
}

export const channel = {
  id: "c1",
  display_name: "Night Shift",
  avatar_url: "",
  is_live: false,
  role: "Owner",
  permissions: ["channel.read", "chat.read", "moderation.use", "commands.manage", "timers.manage", "quotes.manage"],
};

const DEFAULT_BODIES: Record<string, unknown> = {
  "/user": { id: "u1", username: "junoplays", display_name: "JunoPlays", avatar_url: "", is_operator: false },
  "/user/settings": {},
  "/channels/c1": channel,
  "/platforms": [],
  "/channels/c1/providers": [],
  "/channels/c1/filters": [],
  "/channels/c1/filters/types": [],
  "/user/providers": [],
};

const EMPTY_LIST = { records: [], total: 0, cursor: null, smaller_ids: [] };

/** A socket that never opens. */
class SilentSocket extends EventTarget {
  close() {}
  send() {}
}

/** Opens an address as a signed-in user; `respond` returns a response or its body, or null for the default. */
export function openApp(path: string, respond: (call: ServerCall) => unknown = () => null) {
  const calls: ServerCall[] = [];
  setToken("token");
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const call = {
      method: request.method,
      path: pathname.replace("/api/2", "") + search,
      body: text ? JSON.parse(text) : null,
    };
    calls.push(call);
    const body = respond(call);
    return body instanceof Response ? body : Response.json(body ?? DEFAULT_BODIES[call.path] ?? EMPTY_LIST);
  });
  window.history.pushState({}, "", path);
  const client = createQueryClient(() => undefined);
  const router = createRouter();
  // All test files share one `window`.
  onTestFinished(() => {
    router.dispose();
    client.clear();
    clearToken();
    window.history.pushState({}, "", "/");
  });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, calls };
}
