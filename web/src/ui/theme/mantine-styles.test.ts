import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SHEETS = "node_modules/@mantine/core/styles";
const sheets = new Set(readdirSync(SHEETS).map((name) => name.replace(/(\.layer)?\.css$/, "")));
const listed = readFileSync("src/ui/theme/mantine-styles.ts", "utf8");

function sourceFiles(): string[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" });
  return files.filter((name) => /\.tsx?$/.test(name)).map((name) => readFileSync(join("src", name), "utf8"));
}

function importedComponents(source: string): string[] {
  const imports = source.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g);
  return [...imports].flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()));
}

test("every Mantine component that a screen imports has its style sheet in the list", () => {
  const used = new Set(sourceFiles().flatMap(importedComponents));
  const missing = [...used].filter((name) => sheets.has(name) && !listed.includes(`/${name}.css`));
  expect(used.size).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});
