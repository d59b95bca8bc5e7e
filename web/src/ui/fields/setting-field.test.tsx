import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import { type Field, SettingField, type SettingsForm } from "./setting-field";

/** The fields of a type that no release has, as a server publishes them. */
const FIELDS: readonly Field[] = [
  { kind: "switch", name: "is_fair", label: "Fair coin", help: "" },
  { kind: "text", name: "title", label: "Title", help: "Above the coin", placeholder: "Coin", max_length: 12 },
  {
    kind: "choice",
    name: "side",
    label: "Side",
    help: "",
    choices: [
      { value: 1, label: "Heads" },
      { value: 2, label: "Tails" },
    ],
  },
  number("tosses", "Tosses", "plain", "a day"),
  number("gap", "Gap", "steps", "s", "seconds"),
  number("size", "Size", "slider", "px"),
  { kind: "duration", name: "length", label: "Length", help: "" },
  { kind: "dollars", name: "minimum", label: "Minimum", help: "" },
  { kind: "colour", name: "colour", label: "Colour", help: "" },
  { kind: "tags", name: "banned", label: "Banned", help: "", placeholder: "Add a name", max_length: 20 },
  { kind: "activity_kinds", name: "kinds", label: "Events", help: "" },
  { kind: "level", name: "level", label: "From", help: "" },
  { kind: "media", name: "picture", label: "Picture", help: "", media: "image" },
  { kind: "editor", name: "edge", label: "Edge", help: "", editor: "edge" },
];

function number(name: string, label: string, look: "plain" | "steps" | "slider", unit: string, unitName = ""): Field {
  return { kind: "number", look, name, label, help: "", unit, unit_name: unitName, min: 1, max: 90 };
}

const DEFAULTS = {
  is_fair: true,
  title: "Coin",
  side: 1,
  tosses: 3,
  gap: 5,
  size: 40,
  length: 90,
  minimum: 2_500_000,
  colour: "#3ddc97",
  banned: ["grimbly"],
  kinds: [],
  level: 7,
  picture: "",
};

let saved: Record<string, unknown>;

function Form({ errors, lockedBecause }: { errors: Record<string, string>; lockedBecause: string | undefined }) {
  const [settings, setSettings] = useState<Record<string, unknown>>(DEFAULTS);
  saved = settings;
  const form: SettingsForm = {
    channelId: "c1",
    settings,
    change: (part) => setSettings((before) => ({ ...before, ...part })),
    errorOf: (path) => errors[path],
    lockedBecause,
    media: ({ label, value }) => (
      <label>
        {label}
        <input readOnly value={value} />
      </label>
    ),
    editors: { edge: ({ label }) => <p>{label} by hand</p> },
  };
  return FIELDS.map((field) => <SettingField key={field.name} field={field} form={form} />);
}

function open(errors: Record<string, string> = {}, lockedBecause?: string) {
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.roles, [{ level: 7, name: "Mod", selectable: true, permissions: [] }]);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <Form errors={errors} lockedBecause={lockedBecause} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test("a form of a type that the web has never seen shows each published field with its value", () => {
  open();
  const values = (role: string) =>
    screen.getAllByRole<HTMLInputElement>(role).map((field) => [field.getAttribute("aria-label"), field.value]);
  expect(screen.getByRole<HTMLInputElement>("switch", { name: "Fair coin" }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).maxLength).toBe(12);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Side" }).selectedOptions[0]?.text).toBe("Heads");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Tosses" }).value).toBe("3");
  expect(values("spinbutton")).toEqual([["Gap in seconds", "5"]]);
  expect(screen.getByRole("slider", { name: "Size" }).getAttribute("aria-valuetext")).toBe("40 px");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Length" }).value).toBe("1:30");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Minimum" }).value).toBe("2.50");
  expect(screen.getByRole("button", { name: "Remove grimbly" })).toBeDefined();
  expect(screen.getByRole("group", { name: /^Events/ })).toBeDefined();
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "From" }).selectedOptions[0]?.text).toBe("Mod");
  expect(screen.getByLabelText("Picture")).toBeDefined();
  expect(screen.getByText("Edge by hand")).toBeDefined();
});

test("a change goes to the setting of its field and keeps the type of its value", () => {
  open();
  fireEvent.click(screen.getByRole("switch", { name: "Fair coin" }));
  fireEvent.change(screen.getByRole("combobox", { name: "Side" }), { target: { value: "2" } });
  fireEvent.change(screen.getByRole("textbox", { name: "Length" }), { target: { value: "2:00" } });
  fireEvent.change(screen.getByRole("slider", { name: "Size" }), { target: { value: "64" } });
  expect(saved).toEqual({ ...DEFAULTS, is_fair: false, side: 2, length: 120, size: 64 });
});

test("an error of a setting, or of an entry of its list, is shown at its field", () => {
  open({ title: "must not be empty", "banned.0": "is unknown" });
  expect(screen.getByRole("textbox", { name: "Title" }).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("is unknown")).toBeDefined();
});

test("nothing can be changed in a locked form", () => {
  open({}, "Only Editors can change this");
  fireEvent.click(screen.getByRole("switch", { name: "Fair coin" }));
  expect(saved).toEqual(DEFAULTS);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).disabled).toBe(true);
});
