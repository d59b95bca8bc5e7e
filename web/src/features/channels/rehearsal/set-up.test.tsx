import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { WelcomePage } from "../welcome.page";
import { nextStep, setUpQuery } from "./set-up.queries";

const STEPS = ["twitch", "youtube", "filters"];
const fetched = vi.fn<(request: Request) => Promise<Response>>();
let done: Set<string>;
let broken: string | null;

beforeEach(() => {
  done = new Set();
  broken = null;
  fetched.mockReset();
  fetched.mockImplementation(answer);
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => document.getElementById("greenroom-rehearsal")?.remove());

/** Responds like a server that completes each step except the broken step. */
async function answer({ method, url }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === "/api/2/channels") return Response.json({ id: "c1" }, { status: 201 });
  if (method === "POST") {
    const step = pathname.split("/").at(-1) ?? "";
    if (step === broken) return Response.json({ type: "conflict", message: "YouTube is down." }, { status: 409 });
    done.add(step);
  }
  return Response.json({ steps: STEPS.map((key) => ({ key, label: `Do ${key}`, is_done: done.has(key) })) });
}

/** Delays the responses of a path; returns a function that releases them. */
function holdResponses(path: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  fetched.mockImplementation(async (request) => {
    if (request.url.endsWith(path)) await released;
    return answer(request);
  });
  return () => release();
}

function open(path: string) {
  const client = createQueryClient(vi.fn());
  client.setQueryData(keys.user, { id: "u1", display_name: "Juniper" });
  const routes = [
    { path: "/welcome", Component: WelcomePage },
    { path: "/create-channel", element: <h1>Create channel</h1> },
    { path: "/channels/c1/chat", element: <h1>Chat</h1> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { client, router };
}

function markAsRehearsal() {
  const script = document.createElement("script");
  script.type = "application/json";
  script.id = "greenroom-rehearsal";
  document.body.append(script);
}

const posted = () =>
  fetched.mock.calls
    .filter(([{ method }]) => method === "POST")
    .map(([{ url }]) => new URL(url).pathname.split("/").at(-1));

test("in a rehearsal the full channel is created, set up step by step, and opened with the tour", async () => {
  markAsRehearsal();
  const { router } = open("/welcome");
  fireEvent.click(screen.getByRole("button", { name: "Try it with everything connected" }));
  expect(await screen.findByRole("heading", { name: "Chat" })).toBeTruthy();
  expect(posted()).toEqual(["channels", ...STEPS]);
  expect(router.state.location.search).toBe("?tour");
});

test("a failed step shows its error, and trying again continues with that step", async () => {
  markAsRehearsal();
  broken = "youtube";
  open("/welcome?set-up=c1");
  expect((await screen.findByRole("alert")).textContent).toContain("YouTube is down.");
  expect(screen.getByRole("status").textContent).toBe("1 of 3 steps done");
  broken = null;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Chat" })).toBeTruthy();
  expect(posted()).toEqual(["twitch", "youtube", "youtube", "filters"]);
});

test("the set-up stops after the running step when the user goes back", async () => {
  markAsRehearsal();
  let finish: (() => void) | undefined;
  fetched.mockImplementation(async (request) => {
    if (request.url.endsWith("/youtube")) await new Promise<void>((resolve) => (finish = resolve));
    return answer(request);
  });
  const { client, router } = open("/welcome?set-up=c1");
  await waitFor(() => expect(finish).toBeDefined());
  await act(() => router.navigate("/create-channel"));
  finish?.();
  const isDone = (key: string) =>
    client.getQueryData(setUpQuery("c1").queryKey)?.some((step) => step.key === key && step.is_done);
  await waitFor(() => expect(isDone("youtube")).toBe(true));
  expect(posted()).toEqual(["twitch", "youtube"]);
  expect(router.state.location.pathname).toBe("/create-channel");
});

test.each([
  ["runs no step", []],
  ["does not open the chat", STEPS],
])("a set-up that is left while its steps are loading %s", async (_, doneSteps) => {
  markAsRehearsal();
  done = new Set(doneSteps);
  const release = holdResponses("/set-up");
  const { client, router } = open("/welcome?set-up=c1");
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  await act(() => router.navigate("/create-channel"));
  release();
  await waitFor(() => expect(client.getQueryData(setUpQuery("c1").queryKey)).toBeDefined());
  await act(() => new Promise((settled) => setTimeout(settled)));
  expect(posted()).toEqual([]);
  expect(router.state.location.pathname).toBe("/create-channel");
});

test("a set-up that is opened again waits for the step that still runs", async () => {
  markAsRehearsal();
  const release = holdResponses("/youtube");
  const { router } = open("/welcome?set-up=c1");
  await waitFor(() => expect(posted()).toEqual(["twitch", "youtube"]));
  await act(() => router.navigate("/create-channel"));
  await act(() => router.navigate("/welcome?set-up=c1"));
  const running = await screen.findByText("In progress");
  expect(running.closest("li")?.textContent).toContain("Do youtube");
  release();
  expect(await screen.findByRole("heading", { name: "Chat" })).toBeTruthy();
  expect(posted()).toEqual(["twitch", "youtube", "filters"]);
});

test("Start from nothing opens the form for a new channel", async () => {
  markAsRehearsal();
  open("/welcome");
  fireEvent.click(screen.getByRole("link", { name: "Start from nothing" }));
  expect(await screen.findByRole("heading", { name: "Create channel" })).toBeTruthy();
});

test("outside a rehearsal the welcome page offers no rehearsal channel", () => {
  open("/welcome?set-up=c1");
  expect(screen.queryByText("Try it with everything connected")).toBeNull();
  expect(screen.getByRole("link", { name: "Create channel" })).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

test("a step that is still not done after its run is not run again", () => {
  const steps = [
    { key: "twitch", label: "", is_done: false },
    { key: "kick", label: "", is_done: true },
  ];
  expect(nextStep(steps)?.key).toBe("twitch");
  expect(nextStep(steps, "twitch")).toBeUndefined();
});
