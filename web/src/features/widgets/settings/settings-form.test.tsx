import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { TestMediaField } from "../test-media-field";
import type { Schemas, Settings, WidgetDraft, WidgetType } from "../widget-types";
import { SettingsForm } from "./settings-form";

const GOAL: Schemas["GoalWidget"] = {
  title: "",
  metric: "count",
  kinds: [],
  providers: [],
  target: 100,
  start: 0,
  since: null,
  text_size: 28,
  colour: "#3ddc97",
  background_percent: 86,
};

const SECTIONS: WidgetType["sections"] = [
  {
    title: "Goal",
    about: "What you are collecting.",
    is_advanced: false,
    editor: "",
    fields: [
      {
        kind: "activity_kinds",
        name: "kinds",
        label: "Events",
        help: "With none chosen everything counts, likes too.",
      },
      {
        kind: "number",
        look: "plain",
        name: "target",
        label: "Target",
        help: "",
        unit: "",
        unit_name: "",
        min: 1,
        max: 2_147_483_647,
      },
      { kind: "colour", name: "colour", label: "Bar colour", help: "" },
    ],
  },
];

const drafts: Settings[] = [];

function Form({ errors }: { errors: Record<string, string> }) {
  const [draft, setDraft] = useState<WidgetDraft>({ name: "Goal", settings: GOAL, css: "" });
  drafts.push(draft.settings);
  const form = {
    channelId: "c1",
    draft,
    change: (part: Partial<WidgetDraft>) => setDraft((before) => ({ ...before, ...part })),
    errorOf: (field: string) => errors[field],
    invalidFields: Object.keys(errors),
    isLocked: false,
    media: TestMediaField,
  };
  return <SettingsForm form={form} sections={SECTIONS} />;
}

function open(errors: Record<string, string> = {}) {
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.platforms, []);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <Form errors={errors} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test("a target of ten million can be typed, and the other settings stay as they are", async () => {
  open();
  const target = screen.getByRole("textbox", { name: "Target" });
  await userEvent.clear(target);
  await userEvent.type(target, "10000000");
  fireEvent.click(screen.getByRole("button", { name: "Raid" }));
  fireEvent.change(screen.getByLabelText("Bar colour"), { target: { value: "#ff0000" } });
  expect(drafts.at(-1)).toEqual({ ...GOAL, target: 10_000_000, kinds: ["raid"], colour: "#ff0000" });
});

test("a goal says what counts if no kinds of events are chosen", () => {
  open();
  expect(screen.getByText(/With none chosen everything counts, likes too/)).toBeDefined();
});

test("text that is not a number stays in the field, with an error", () => {
  open();
  const target = screen.getByLabelText<HTMLInputElement>("Target");
  fireEvent.change(target, { target: { value: "many" } });
  expect([target.value, drafts.at(-1)?.["target"]]).toEqual(["many", Number.NaN]);
  expect(screen.getByText("Enter a whole number")).toBeDefined();
});

test("the server's error is shown at its setting", () => {
  open({ "settings.colour": "must be a colour such as #3ddc97" });
  expect(screen.getByText("must be a colour such as #3ddc97")).toBeDefined();
  expect(screen.getByLabelText("Bar colour").getAttribute("aria-invalid")).toBe("true");
});
