import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { draft } from "../test-filter";
import { LadderSection } from "./ladder-section";

function Ladder({ errors }: { errors: Record<string, string> }) {
  const [shown, setShown] = useState(draft());
  return (
    <LadderSection
      channelId="c1"
      draft={shown}
      change={(part) => setShown({ ...shown, ...part })}
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

test("each step is one line that says what happens", () => {
  show();
  expect(steps()).toEqual(["1Delete and warn", "2Time out60 s"]);
  expect(screen.getByText("Strikes are forgotten after 1 hour.")).toBeDefined();
});

test("a step moves by its buttons, and stays open where it goes", () => {
  show();
  open("2Time out60 s");
  fireEvent.click(screen.getByRole("button", { name: "Step 2: move up" }));
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("1Time out60 s");
  expect(steps()).toEqual(["2Delete and warn"]);
});

test("a timeout takes a usual length or any number of seconds", () => {
  show();
  open("2Time out60 s");
  fireEvent.click(screen.getByRole("button", { name: "Step 2: 10 m" }));
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("2Time out10 m");
  fireEvent.change(screen.getByRole("textbox", { name: "Step 2: seconds" }), { target: { value: "45" } });
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("2Time out45 s");
});

test("steps are added at the end and removed, but never the last one", () => {
  show();
  open("Add a step");
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("3Time out10 m");
  fireEvent.click(screen.getByRole("button", { name: "Step 3: remove" }));
  open("2Time out60 s");
  fireEvent.click(screen.getByRole("button", { name: "Step 2: remove" }));
  open("1Delete and warn");
  expect(screen.getByRole("button", { name: "Step 1: remove" }).hasAttribute("disabled")).toBe(true);
});

test("what the server says of a step stands below it [V3]", () => {
  show({ "ladder.1.seconds": "must be at most 1209600" });
  expect(screen.getByText("must be at most 1209600")).toBeDefined();
});
