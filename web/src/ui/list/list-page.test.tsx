import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, Link, RouterProvider, useNavigate, useParams } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "../dialogs/confirm-dialog";
import { EditorPlaceholder } from "../editor/editor-placeholder";
import { SideSheet } from "../sheet/side-sheet";
import { ListPage } from "./list-page";
import { ListPanel } from "./list-panel";
import { ListRow } from "./list-row";

const WAITING = { error: null, refetch: () => undefined, isFetching: true };

/** What the test does to the page from outside. */
const page = { load: () => undefined as unknown, remove: (_name: string) => undefined as unknown };

function List() {
  const [names, setNames] = useState(["one", "two"]);
  page.remove = (name) => setNames((before) => before.filter((other) => other !== name));
  const { id } = useParams();
  const panel = { title: "Things", count: 2, about: "", query: "", onQuery: () => undefined, searchLabel: "Search" };
  return (
    <ListPage title="Things" isOpen={id !== undefined}>
      <ListPanel {...panel} actions={<Link to="/list/new">New</Link>}>
        <ul>
          {names.map((name) => (
            <ListRow key={name} to={`/list/${name}`} name={name} summary="" leading={null}>
              {null}
            </ListRow>
          ))}
        </ul>
      </ListPanel>
    </ListPage>
  );
}

function Sheet() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const [isLoaded, setLoaded] = useState(id === "new");
  const [isAsking, setAsking] = useState(false);
  page.load = () => setLoaded(true);
  if (!isLoaded) return <EditorPlaceholder what="thing" title="Things" list="/list" query={WAITING} />;
  const leave = () => {
    void navigate("/list");
    page.remove(id);
  };
  return (
    <SideSheet label={id} onClose={() => void navigate("/list")}>
      <h2 tabIndex={-1} data-autofocus>
        {id}
      </h2>
      <button type="button" onClick={() => setAsking(true)}>
        Remove
      </button>
      <button type="button" onClick={() => void navigate("/list/two", { replace: true })}>
        Save
      </button>
      <ConfirmDialog
        opened={isAsking}
        title="Remove it?"
        message=""
        verb="Yes"
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
    </SideSheet>
  );
}

function KeyedSheet() {
  const { id } = useParams();
  return <Sheet key={id} />;
}

function open(place: string, path = "/list") {
  const listening = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => ({ matches: place === "beside its list", ...listening }));
  const routes = [{ path: "/list", element: <List />, children: [{ path: ":id", element: <KeyedSheet /> }] }];
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
    </MantineProvider>,
  );
}

const row = (name: string) => screen.getByRole("link", { name });
const press = (element: HTMLElement) => {
  element.focus();
  fireEvent.click(element);
};
const button = (name: string) => screen.getByRole("button", { name, hidden: true });
const focused = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()));

async function choose(name: string) {
  press(row(name));
  await screen.findByText("Loading thing");
  act(() => {
    page.load();
  });
  await focused(() => screen.getByRole("heading", { name }));
}

beforeEach(() => vi.unstubAllGlobals());

const PLACES = ["beside its list", "over its list"];

test.each(PLACES)("a sheet %s takes the focus, and its row has it again when Escape closes it", async (place) => {
  open(place);
  await choose("one");
  fireEvent.keyDown(screen.getByRole("heading", { name: "one" }), { key: "Escape" });
  await focused(() => row("one"));
});

test("of two rows that were open one after the other, the second has the focus again", async () => {
  open("beside its list");
  await choose("one");
  await choose("two");
  fireEvent.keyDown(screen.getByRole("heading", { name: "two" }), { key: "Escape" });
  await focused(() => row("two"));
});

test("a created item returns the focus to the New button", async () => {
  open("beside its list");
  press(row("New"));
  await focused(() => screen.getByRole("heading", { name: "new" }));
  press(button("Save"));
  await screen.findByText("Loading thing");
  act(() => {
    page.load();
  });
  const title = await screen.findByRole("heading", { name: "two" });
  fireEvent.keyDown(title, { key: "Escape" });
  await focused(() => row("New"));
});

test.each(PLACES)(
  "a sheet %s that closes out of a question gives the focus back too, to the list where the row is gone",
  async (place) => {
    open(place);
    await choose("one");
    press(button("Remove"));
    press(await screen.findByRole("button", { name: "Yes" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "one" })).toBeNull());
    await focused(() => screen.getByRole("region", { name: "Things" }));
  },
);

test.each([
  ["two", () => row("two")],
  ["three", () => screen.getByRole("region", { name: "Things" })],
])("after a deep link to %s the focus goes to its row, or to the list", async (id, place) => {
  open("beside its list", `/list/${id}`);
  act(() => {
    page.load();
  });
  const title = await screen.findByRole("heading", { name: id });
  await focused(() => title);
  fireEvent.keyDown(title, { key: "Escape" });
  await focused(place);
});

test("a removed row passes its focus to the list", () => {
  open("beside its list");
  row("two").focus();
  act(() => {
    page.remove("two");
  });
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Things" }));
});
