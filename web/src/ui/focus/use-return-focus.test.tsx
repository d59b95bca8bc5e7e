import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useRef, useState } from "react";
import { expect, test } from "vitest";
import { useReturnFocus } from "./use-return-focus";

function Card({ name, onClose }: { name: string; onClose: () => void }) {
  useReturnFocus(name);
  return <Inside key={name} name={name} onClose={onClose} />;
}

function Inside({ name, onClose }: { name: string; onClose: () => void }) {
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <button ref={field} type="button" onClick={onClose}>
      Close {name}
    </button>
  );
}

function Page() {
  const [open, setOpen] = useState<string | null>(null);
  const [isFirstRemoved, setFirstRemoved] = useState(false);
  return (
    <main>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as the chat's own list */}
      <div role="log" aria-label="Chat" tabIndex={0}>
        {["a", "b"].map((name) => (
          <span key={name}>
            {!(isFirstRemoved && name === "a") && (
              <button type="button" onClick={() => setOpen(name)}>
                Open {name}
              </button>
            )}
          </span>
        ))}
      </div>
      <input aria-label="Elsewhere" />
      {open && <Card name={open} onClose={() => setOpen(null)} />}
      {open && <output onMouseEnter={() => setFirstRemoved(true)}>Open</output>}
    </main>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const open = async (name: string) => {
  button(`Open ${name}`).focus();
  await userEvent.keyboard("{Enter}");
};

test("the focus returns to the button that opened the card", async () => {
  render(<Page />);
  await open("a");
  expect(document.activeElement).toBe(button("Close a"));
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Open a"));
});

test("when a second card has replaced the first, closing it returns the focus to its own button", async () => {
  render(<Page />);
  await open("a");
  await open("b");
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Open b"));
});

test("if the button was removed, its list gets the focus", async () => {
  render(<Page />);
  await open("a");
  await userEvent.hover(screen.getByText("Open"));
  button("Close a").focus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("log"));
});

test("a focus that moved elsewhere stays there", async () => {
  render(<Page />);
  await open("a");
  const field = screen.getByRole("textbox");
  field.focus();
  button("Close a").click();
  await screen.findByRole("button", { name: "Open a" });
  expect(document.activeElement).toBe(field);
});
