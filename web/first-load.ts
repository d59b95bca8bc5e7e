import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// Matches static imports of values, but no imports of types and no dynamic imports.
const IMPORT = /^(?:import|export(?= [{*])) (?!type )([^"]*)"([^"]+)"/gm;

export interface FirstLoad {
  modules: ReadonlySet<string>;
  /** Names of the icons that the modules show. */
  icons: ReadonlySet<string>;
}

/** The modules that the browser loads with the roots, roots included, and the icons in these modules. */
function loadedWith(roots: readonly string[]): FirstLoad {
  const modules = new Set<string>();
  const icons = new Set<string>();
  const add = (file: string) => {
    if (modules.has(file)) return;
    modules.add(file);
    for (const [, names = "", source = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      if (source === "@tabler/icons-react") for (const name of names.match(/Icon\w+/g) ?? []) icons.add(name);
      if (!source.startsWith(".")) continue;
      const imported = [".ts", ".tsx"].map((ending) => join(dirname(file), source + ending)).find(existsSync);
      if (imported) add(imported);
    }
  };
  for (const root of roots) add(join(import.meta.dirname, root));
  return { modules, icons };
}

const SHELL = ["src/main.tsx", "src/app/shell/signed-in.tsx", "src/app/shell/channel-shell.tsx"];

export const CHAT = loadedWith([...SHELL, "src/screens/chat/chat-screen.page.tsx"]);
export const DASHBOARD = loadedWith([...SHELL, "src/app/dashboard/dashboard.page.tsx"]);
