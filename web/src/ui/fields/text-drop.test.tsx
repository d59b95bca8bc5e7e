import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { TextDrop } from "./text-drop";

function Field() {
  const [text, setText] = useState("");
  return <TextDrop label="The file" placeholder="" accept=".txt" limit={10} value={text} onChange={setText} />;
}

function show() {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <Field />
    </MantineProvider>,
  );
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "The file" });
}

function drop(area: HTMLElement, file: Pick<File, "size" | "text">) {
  fireEvent.drop(area, { dataTransfer: { files: [file] } });
}

const file = (text: string) => ({ size: text.length, text: () => Promise.resolve(text) });

test("the error of a too long file stays until the text changes", async () => {
  const area = show();
  drop(area, file("much too long"));
  await screen.findByRole("alert");
  expect(area.getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(area, { target: { value: "pasted" } });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(area.getAttribute("aria-invalid")).toBe("false");
});

test("the file dropped last wins, even if the first is read later", async () => {
  const area = show();
  let read: (text: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => {
    read = resolve;
  });
  drop(area, { size: 4, text: () => slow });
  drop(area, file("second"));
  await waitFor(() => expect(area.value).toBe("second"));
  await act(async () => read("first"));
  expect(area.value).toBe("second");
});
