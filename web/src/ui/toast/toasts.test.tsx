import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { currentToasts, dismissToast, type LoadingToast, toast } from "./toast";
import { Toasts } from "./toasts";

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

function show() {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <button type="button">Ban</button>
      <Toasts />
    </MantineProvider>,
  );
}

test.each(["its button", "its timeout"])("a focused toast closed by %s returns the focus", async (cause) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  screen.getByRole("button", { name: "Ban" }).focus();
  act(() => toast.error("It failed", undefined, { label: "Reopen", run: () => undefined }));
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Reopen" }));
  if (cause === "its button") await userEvent.keyboard("{Enter}");
  else await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ban" }));
});

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.each(["Reopen", "Dismiss"])(
  "for half a second after %s the toast stays in place and ignores clicks",
  async (name) => {
    vi.useFakeTimers();
    show();
    const reopen = vi.fn();
    act(() => toast.error("It failed", undefined, { label: "Reopen", run: reopen }));
    const card = screen.getByRole("alert");
    const button = screen.getByRole("button", { name });
    const index = [...card.children].indexOf(button);
    fireEvent.click(button);
    await advance(499);
    expect(card.isConnected).toBe(true);
    const inert = card.children[index];
    if (inert) fireEvent.click(inert);
    await advance(0);
    expect(inert?.isConnected).toBe(true);
    expect(reopen).toHaveBeenCalledTimes(name === "Reopen" ? 1 : 0);
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Ban"]);
    await advance(1);
    expect(card.isConnected).toBe(false);
  },
);

test("a clicked toast returns the focus, and a second click does not take it again", async () => {
  vi.useFakeTimers();
  show();
  const before = screen.getByRole("button", { name: "Ban" });
  act(() => before.focus());
  act(() => toast.error("It failed", undefined, { label: "Reopen", run: () => undefined }));
  const button = screen.getByRole("button", { name: "Reopen" });
  act(() => button.focus());
  fireEvent.click(button);
  await advance(0);
  expect(document.activeElement).toBe(before);
  // Without preventDefault a mouse press would focus the toast.
  expect(fireEvent.mouseDown(screen.getByRole("alert"))).toBe(false);
});

test("a toast that expires under the pointer absorbs the next click", async () => {
  vi.useFakeTimers();
  show();
  const reopen = vi.fn();
  act(() => {
    toast.error("It failed", undefined, { label: "Reopen", run: reopen });
    toast.success("elsewhere");
  });
  const card = screen.getByRole("alert");
  const other = screen.getByRole("status");
  fireEvent.pointerEnter(card);
  await advance(5000);
  expect([card.isConnected, other.isConnected]).toEqual([true, false]);
  expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
  fireEvent.click(screen.getByText("Reopen"));
  await advance(500);
  expect([card.isConnected, reopen.mock.calls]).toEqual([false, []]);
});

test("a toast that changes and expires under the pointer stays for a moment in its last state", async () => {
  vi.useFakeTimers();
  show();
  let work: LoadingToast | undefined;
  act(() => {
    work = toast.loading("Exporting");
  });
  fireEvent.pointerEnter(screen.getByRole("status"));
  act(() => work?.success("Exported"));
  await advance(1500);
  expect(screen.getByRole("status").textContent).toBe("Exported");
  fireEvent.pointerLeave(screen.getByRole("status"));
  await advance(500);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a clicked toast keeps its place among the others", async () => {
  vi.useFakeTimers();
  show();
  act(() => {
    toast.error("first", undefined, { label: "Reopen", run: () => toast.error("third") });
    toast.error("second");
  });
  fireEvent.click(screen.getByRole("button", { name: "Reopen" }));
  const text = () => screen.getByRole("region").textContent;
  expect(text()).toMatch(/first.*second.*third/u);
  await advance(500);
  expect(text()).toMatch(/^second.*third/u);
});
