import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useRouteError } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { saveSignInNext } from "../../lib/auth/sign-in-next";
import { OAuthPage } from "./oauth.page";

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  localStorage.clear();
  sessionStorage.clear();
});

function ErrorText() {
  return <p>{String(useRouteError())}</p>;
}

function open(path: string) {
  const client = createQueryClient(vi.fn());
  const platforms = [
    { provider: "twitch", name: "Twitch", flags: { signinProvider: true } },
    { provider: "tiktok", name: "TikTok", flags: { signinProvider: false } },
  ];
  client.setQueryData(keys.platforms, platforms);
  const routes = [
    { path: "/oauth/:provider", Component: OAuthPage, ErrorBoundary: ErrorText },
    { path: "/", element: <p>Home</p> },
  ];
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("without an OAuth response the page posts nothing and links home [R5]", () => {
  open("/oauth/twitch");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Nothing to do here");
  expect(screen.getByRole("link", { name: "Go home" }).getAttribute("href")).toBe("/");
  expect(fetched).not.toHaveBeenCalled();
});

test.each(["nowhere", "tiktok"])(
  "%s is not a platform of this installation and has no callback page [R5]",
  (provider) => {
    vi.spyOn(console, "error").mockReturnValue();
    open(`/oauth/${provider}?code=c&state=s`);
    expect(screen.getByText(/404 Not found/)).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
  },
);

test("going back to a completed sign-in redirects home [R5]", async () => {
  fetched.mockResolvedValue(Response.json({ type: "state_used", message: "Used." }, { status: 400 }));
  localStorage.setItem("greenroom.token", "secret");
  open("/oauth/twitch?code=c&state=s8");
  expect(await screen.findByText("Home")).toBeTruthy();
});

test("after a refused sign-in, Try again keeps the page that was requested before it [R5 X1]", async () => {
  fetched.mockResolvedValue(Response.json({ type: "consent_refused", message: "No." }, { status: 400 }));
  saveSignInNext("/channels?name=night");
  open("/oauth/twitch?error=access_denied&state=s9");
  const retryLink = await screen.findByRole("link", { name: "Try again" });
  expect(retryLink.getAttribute("href")).toBe("/sign-in?next=%2Fchannels%3Fname%3Dnight");
});

test.each([
  ["invitation_needed", 403, "You need an invitation"],
  ["invite_gone", 410, "Invalid invitation"],
  ["sign_up_closed", 403, "Sign-up is closed"],
  ["user_suspended", 403, "Account suspended"],
])("a sign-in refused with %s says why and offers another account", async (type, status, title) => {
  fetched.mockResolvedValue(Response.json({ type, message: "Ask for an invitation link." }, { status }));
  open(`/oauth/twitch?code=c&state=${type}`);
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
  expect(screen.getByText("Ask for an invitation link.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Use another account" }).getAttribute("href")).toBe("/sign-in");
});
