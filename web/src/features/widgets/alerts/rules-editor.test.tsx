import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { TestMediaField } from "../test-media-field";
import type { AlertRule, WidgetDraft } from "../widget-types";
import { newRule, ruleSummary, rulesOf } from "./rules";
import { RulesEditor } from "./rules-editor";

const drafts: WidgetDraft[] = [];
const latest = () => rulesOf(drafts.at(-1)?.settings ?? {});

function Editor({ rules, errors }: { rules: AlertRule[]; errors: Record<string, string> }) {
  const [draft, setDraft] = useState<WidgetDraft>({ name: "Alerts", settings: { rules }, css: "" });
  drafts.push(draft);
  const form = {
    channelId: "c1",
    draft,
    change: (part: Partial<WidgetDraft>) => setDraft((before) => ({ ...before, ...part })),
    errorOf: (field: string) => errors[field],
    invalidFields: Object.keys(errors),
    isLocked: false,
    media: TestMediaField,
  };
  return <RulesEditor form={form} />;
}

function open(rules: AlertRule[], errors: Record<string, string> = {}) {
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.platforms, []);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <Editor rules={rules} errors={errors} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test("one click adds all usual alerts, each with an id of its own and a text", async () => {
  open([]);
  await userEvent.click(screen.getByRole("button", { name: "Add the usual alerts" }));
  expect(latest().map(({ name }) => name)).toContain("Follows");
  expect(new Set(latest().map(({ id }) => id)).size).toBe(latest().length);
  expect(latest().every(({ variants }) => variants[0]?.text.includes("{name}"))).toBe(true);
});

test("a rule is moved by keyboard and stops at the end, and its button keeps the focus", async () => {
  open([newRule("One", [], "1"), newRule("Two", [], "2")]);
  screen.getByRole("button", { name: "Move One down" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(latest().map(({ name }) => name)).toEqual(["Two", "One"]);
  expect(screen.getByRole("status").textContent).toBe("One is now 2 of 2");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move One down" }));
  await userEvent.keyboard("{Enter}");
  expect(latest().map(({ name }) => name)).toEqual(["Two", "One"]);
});

test("changing kinds, amounts and variants of one rule leaves other rules unchanged", async () => {
  open([newRule("Raids", ["raid"], "r"), newRule("Tips", [], "t")]);
  await userEvent.click(screen.getByText("Tips"));
  fireEvent.click(await screen.findByRole("button", { name: "Tip" }));
  fireEvent.change(screen.getByLabelText("Value from"), { target: { value: "2.50" } });
  fireEvent.click(screen.getByText("Add variant"));
  fireEvent.click(screen.getByLabelText("Remove variant 1"));
  expect(latest()[0]).toMatchObject({ name: "Raids", kinds: ["raid"] });
  expect(latest()[1]).toMatchObject({ kinds: ["tip"], min_value: 2_500_000, variants: [{ text: "t" }] });
});

test("the server's error in a rule opens the rule and is shown at its field", () => {
  open([newRule("Tips", [], "t")], { "settings.rules.0.variants.0.image": "must be a file of your media" });
  expect(screen.getByText("must be a file of your media")).toBeDefined();
});

test("the summary of a rule names its kinds, ranges and chance", () => {
  const rule = { ...newRule("Big", ["cheer", "tip"], "x"), min_value: 5_000_000, max_count: 10, chance_percent: 50 };
  expect(ruleSummary(rule)).toBe("Bits, Tip · $5 and up · 0–10 · 50 %");
  expect(ruleSummary(newRule("All", [], "x"))).toBe("All events");
});
