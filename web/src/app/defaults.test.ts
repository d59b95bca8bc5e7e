import { expect, test } from "vitest";
import schema from "../../../openapi.json";
import { EMPTY_MESSAGE, NEW_TIMER } from "../features/timers/editor/draft";
import { NEW_RESPONSE, newCommand } from "../ui/command/new-command";

const MODELS: Record<string, { properties: Record<string, { default?: unknown }> }> = JSON.parse(
  JSON.stringify(schema.components.schemas),
);

// tests/features/commands/test_defaults.py compares the same defaults between API, chat and channel file.
test.each([
  ["CommandIn", newCommand()],
  ["Response", NEW_RESPONSE],
  ["TimerIn", NEW_TIMER],
  ["TimerMessage", EMPTY_MESSAGE],
])("a new %s on the screen has the server's defaults", (model, draft: object) => {
  const properties = Object.entries(MODELS[model]?.properties ?? {});
  const defaults = Object.fromEntries(
    properties.filter(([, field]) => "default" in field).map(([name, field]) => [name, field.default]),
  );
  expect(Object.keys(defaults)).not.toEqual([]);
  expect(draft).toMatchObject(defaults);
});
