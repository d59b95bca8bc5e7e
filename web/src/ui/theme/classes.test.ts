import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).map((name) => join("src", name));
const textOf = (names: string[]) => new Map(names.map((name) => [name, readFileSync(name, "utf8")]));
const sources = textOf(files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)));
const modules = textOf(files.filter((name) => name.endsWith(".module.css")));
const shared = classesIn(readFileSync("src/ui/theme/shared.css", "utf8"));

/** The first group of each match. */
function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = ""]) => first);
}

function wordsIn(texts: string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.split(/\s+/)).filter(Boolean));
}

/** The classes in the selectors of a sheet, without those of libraries. */
function classesIn(css: string): Set<string> {
  const selectors = found(css.replaceAll(/\/\*.*?\*\//gs, ""), /([^{};]*)\{/g).join(" ");
  return new Set(found(selectors.replaceAll(/:global\([^)]*\)/g, ""), /\.([a-z][\w-]*)/gi));
}

/** The classes that components take from a module. */
function usedOf(module: string): Set<string> {
  const used = [...sources].flatMap(([name, source]) =>
    [...source.matchAll(/import (\w+) from "([^"]*\.module\.css)"/g)]
      .filter(([, , path = ""]) => join(dirname(name), path) === module)
      .flatMap(([, imported]) => found(source, new RegExp(`\\b${imported}\\["([^"]*)"\\]`, "g"))),
  );
  const composed = [...modules].flatMap(([name, css]) =>
    [...css.matchAll(/composes: ([^;]*?) from "([^"]*)"/g)]
      .filter(([, , path = ""]) => join(dirname(name), path) === module)
      .map(([, names = ""]) => names),
  );
  return wordsIn([...used, ...composed]);
}

test("components use each class of a module, and only classes that it has", () => {
  const wrong = [...modules].flatMap(([module, css]) => {
    const [defined, used] = [classesIn(css), usedOf(module)];
    const unused = [...defined].filter((name) => !used.has(name)).map((name) => `${module} .${name} is not used`);
    const missing = [...used].filter((name) => !defined.has(name)).map((name) => `${module} has no .${name}`);
    return [...unused, ...missing];
  });
  expect(wrong).toEqual([]);
});

test("shared classes exist, and each is used", () => {
  const composed = [...modules.values()].flatMap((css) => found(css, /composes: ([^;]*?) from global/g));
  const named = [...sources.values()].flatMap((source) => found(source, /(?:className=|clsx\()"([^"]*)"/g));
  const literals = wordsIn([...sources.values()].flatMap((source) => found(source, /"([^"\n]*)"/g)));
  expect([...wordsIn([...composed, ...named])].filter((name) => !shared.has(name))).toEqual([]);
  const used = new Set([...wordsIn(composed), ...literals]);
  expect([...shared].filter((name) => !used.has(name))).toEqual([]);
});
