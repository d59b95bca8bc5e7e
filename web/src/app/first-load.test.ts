import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHAT, DASHBOARD } from "../../first-load";

// Mantine components that are large or import large components.
const LARGE = /\b(?:Drawer|Modal|NumberInput|MultiSelect|Select|Combobox|ColorInput|Slider|Table|Tabs)\b/;
const MANTINE = /import \{([^}]*)\} from "@mantine\/core"/g;

test.each([
  ["chat", CHAT.modules],
  ["dashboard", DASHBOARD.modules],
])("the %s loads dialogs and large fields when they are first used", (_screen, modules) => {
  expect(modules.size).toBeGreaterThan(100);
  const large = [...modules].filter((file) => {
    const names = [...readFileSync(file, "utf8").matchAll(MANTINE)].flatMap(([, found = ""]) => found.split(","));
    return names.some((name) => !name.includes("type ") && LARGE.test(name));
  });
  expect(large).toEqual([]);
});
