import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ListPage } from "./list-page";

test("the form for a new item is empty at every visit, and the form of a saved item keeps what was typed", async () => {
  const list = (
    <ListPage title="Timers" isOpen>
      <ul />
    </ListPage>
  );
  const form = <input aria-label="Name" defaultValue="" />;
  const routes = [{ path: "/timers", element: list, children: [{ path: ":timerId", element: form }] }];
  const router = createMemoryRouter(routes, { initialEntries: ["/timers/new"] });
  render(<RouterProvider router={router} />);
  const field = () => screen.getByRole("textbox", { name: "Name" });
  const visit = (path: string) => act(() => router.navigate(path));
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  type("typed before");
  await visit("/timers/new");
  expect(field()).toHaveProperty("value", "");
  await visit("/timers/t1");
  type("of a saved one");
  await visit("/timers/t1?from=t2");
  expect(field()).toHaveProperty("value", "of a saved one");
});
