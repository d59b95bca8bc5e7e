import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SECTIONS } from "./sections";

interface Described {
  components: { schemas: Record<string, { properties?: Record<string, unknown> } | undefined> };
}

// Vitest runs in web/.
const { components }: Described = JSON.parse(readFileSync("../openapi.json", "utf8"));

const schemaName = (type: string) =>
  `${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Widget`;

test.each(Object.keys(SECTIONS))("every setting of %s has exactly one field", (type) => {
  const names = (SECTIONS[type] ?? []).flatMap(({ fields }) => fields.map(({ name }) => name));
  const described = Object.keys(components.schemas[schemaName(type)]?.properties ?? {});
  expect(names.toSorted()).toEqual(described.toSorted());
});
