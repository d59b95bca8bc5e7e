import { expect, test } from "vitest";
import schema from "../../../../../openapi.json";
import { FILTER_TYPES } from "../filter-labels";
import { SETTINGS } from "./settings-fields";

const MODELS: Record<string, { properties: object }> = JSON.parse(JSON.stringify(schema.components.schemas));

/** Names of a type's settings in the API schema; `banned_terms` has the model `BannedTermsSettings`. */
function settingsOf(type: string): string[] {
  const model = `${type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Settings`;
  return Object.keys(MODELS[model]?.properties ?? {});
}

test.each(FILTER_TYPES)("every setting of %s except terms has a field, and every field a setting", (type) => {
  const fields = SETTINGS[type].map(({ name }) => name);
  const expected = settingsOf(type).filter((name) => name !== "terms");
  expect(expected.length).toBeGreaterThan(0);
  expect(fields.toSorted()).toEqual(expected.toSorted());
});
