import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { draft } from "../test-filter";
import { LadderSection } from "./ladder-section";

function Ladder({ errors }: { errors: Record<string, string> }) {
  const [current, setCurrent] = useState(draft());
  return (
    <LadderSection
      channelId="c1"
      draft={current}
      change={(part) => setCurrent({ ...current, ...part })}
      errorOf={(field) => errors[field]}
      isLocked={false}
    />
  );
}

function show(errors: Record<string, string> = {}) {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <Ladder errors={errors} />
    </MantineProvider>,
  );
}

const steps = () => screen.getAllByRole("button", { expanded: false }).map((step) => step.textContent);
const open = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("each penalty is one line", () => {
  show();
  expect(steps()).toEqual(["1Delete and warn", "2Time out60 s"]);
  expect(screen.getByText("Strikes reset after 1 hour.")).toBeDefined();
});

test("a penalty is moved with its buttons and stays open", () => {
  show();
  open("2Time out60 s");
  fireEvent.click(screen.getByRole("button", { name: "Penalty 2: move up" }));
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("1Time out60 s");
  expect(steps()).toEqual(["2Delete and warn"]);
});

test("a timeout takes a preset or any number of seconds", () => {
  show();
  open("2Time out60 s");
  fireEvent.click(screen.getByRole("button", { name: "Penalty 2: 10 m" }));
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("2Time out10 m");
  fireEvent.change(screen.getByRole("textbox", { name: "Penalty 2: seconds" }), { target: { value: "45" } });
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("2Time out45 s");
});

test("penalties are added at the end and removed, but never the only one", () => {
  show();
  open("Add penalty");
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("3Time out10 m");
  fireEvent.click(screen.getByRole("button", { name: "Penalty 3: remove" }));
  open("2Time out60 s");
  fireEvent.click(screen.getByRole("button", { name: "Penalty 2: remove" }));
  open("1Delete and warn");
  expect(screen.getByRole("button", { name: "Penalty 1: remove" }).hasAttribute("disabled")).toBe(true);
});

test("a server error is shown below its penalty [V3]", () => {
  show({ "ladder.1.seconds": "must be at most 1209600" });
  expect(screen.getByText("must be at most 1209600")).toBeDefined();
});
