import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { SignInPage } from "./sign-in.page";

function open() {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json([])));
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <MemoryRouter>
          <SignInPage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** Adds the element by which the server of a rehearsal marks its pages. */
function startRehearsal() {
  const mark = document.createElement("template");
  mark.id = "greenroom-rehearsal";
  document.body.append(mark);
  onTestFinished(() => mark.remove());
}

test("in a rehearsal the page says that no real account is needed", () => {
  startRehearsal();
  open();
  expect(screen.getByText(/you sign in as a made-up user/)).toBeTruthy();
  expect(screen.queryByText(/We only request/)).toBeNull();
});

test("with real platforms the page says which data is requested", () => {
  open();
  expect(screen.getByText(/We only request your name and profile picture/)).toBeTruthy();
  expect(screen.queryByText(/rehearsal/)).toBeNull();
});
