import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { lineRow } from "../store/chat-window";
import { stored } from "../store/test-lines";
import { useSelectedRow } from "./use-selected-row";

const rows = [lineRow(stored("a", { second: 1 })), lineRow(stored("b", { second: 2 }))];
const nothing = () => undefined;

function Page() {
  const { selected, onKeyDown, onBlur } = useSelectedRow({
    rows,
    onMove: nothing,
    onOpen: nothing,
    onReply: nothing,
    onFollow: nothing,
  });
  return (
    <main>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: like the chat's list */}
      <div role="log" aria-label="Chat" tabIndex={0} onKeyDown={onKeyDown} onBlur={onBlur}>
        {selected ? <button type="button">Why {selected.key}</button> : "Nothing selected"}
      </div>
      <div role="dialog" aria-label="Why?">
        <button type="button">Close</button>
      </div>
      <section data-beside-chat>
        <button type="button">Time out</button>
      </section>
      <input aria-label="Message" />
    </main>
  );
}

const focus = (element: HTMLElement) => act(() => element.focus());

async function selectFirstRow() {
  render(<Page />);
  focus(screen.getByRole("log"));
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  return screen.getByRole("button", { name: /^Why/ });
}

test.each(["Close", "Time out"])("a row stays selected while its dialog or panel has the focus: %s", async (name) => {
  const whyButton = await selectFirstRow();
  expect(whyButton.textContent).toBe("Why twitch-1:a");
  focus(whyButton);
  focus(screen.getByRole("button", { name }));
  focus(whyButton);
  expect(document.activeElement).toBe(whyButton);
});

test("a row is deselected when the focus moves elsewhere, also from a dialog it opened", async () => {
  const whyButton = await selectFirstRow();
  focus(whyButton);
  focus(screen.getByRole("button", { name: "Close" }));
  focus(screen.getByRole("textbox"));
  expect(screen.getByText("Nothing selected")).toBeDefined();
});

test("a row is deselected when nothing has the focus any more", async () => {
  const whyButton = await selectFirstRow();
  focus(whyButton);
  act(() => whyButton.blur());
  expect(screen.getByText("Nothing selected")).toBeDefined();
});
