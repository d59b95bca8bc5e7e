import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { saveInviteToken } from "../../lib/auth/invite-token";
import { useStartSignIn } from "./sign-in.queries";

const client = createQueryClient(() => undefined);

function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Starts a sign-in and returns its request; the stub refuses the request, so that no redirect follows. */
async function requestFor(next: string): Promise<Request> {
  const fetched = vi.fn<(request: Request) => Promise<Response>>();
  fetched.mockResolvedValue(Response.json({ type: "unavailable", message: "Later." }, { status: 400 }));
  vi.stubGlobal("fetch", fetched);
  const { result } = renderHook(useStartSignIn, { wrapper: Providers });
  result.current.mutate({ provider: "twitch", next });
  await waitFor(() => expect(result.current.isError).toBe(true));
  const request = fetched.mock.calls[0]?.[0];
  if (!request) throw new Error("nothing was requested");
  return request;
}

beforeEach(() => sessionStorage.clear());

test("a sign-in from an invitation link sends the invitation, its token in a header [P2]", async () => {
  saveInviteToken("i1", "#token=abc");
  const request = await requestFor("/channel-invite/i1");
  expect(new URL(request.url).search).toBe("?next=%2Fchannel-invite%2Fi1&invite_id=i1");
  expect(request.headers.get("X-Invite-Token")).toBe("abc");
});

test("a sign-in without an invitation link sends no invitation", async () => {
  const request = await requestFor("/channels/7");
  expect(new URL(request.url).search).toBe("?next=%2Fchannels%2F7");
  expect(request.headers.get("X-Invite-Token")).toBeNull();
});
