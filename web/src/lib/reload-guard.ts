import { type ComponentType, createElement } from "react";
import { useChosenLocale } from "./locale";

const KEY = "greenroom.reloaded-at";
const RELOAD_INTERVAL_MS = 30_000;
const RETRY_MS = 1_000;
const HEALTH_TIMEOUT_MS = 5_000;

// Error messages for a chunk that cannot be fetched, in Chromium, Firefox, Safari, and for Vite's style sheets.
const CHUNK_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Failed to load module script/i;

/**
 * Loads a screen. While the server is unreachable, the previous screen stays; then the load is repeated. If the
 * file is missing because a new version was installed, the page reloads, at most once per 30 s.
 */
export async function loadScreen<Screen>(
  load: () => Promise<Screen>,
  reload = () => window.location.reload(),
): Promise<Screen> {
  try {
    return await load();
  } catch (error) {
    if (!isChunkFailure(error)) throw error;
    if (await isServerReachable()) return reloadOnce(error, reload);
    await waitForServer();
    return loadScreen(load, reload);
  }
}

/** The `lazy` function of a route, whose screen is the component `name` of the module that `load` imports. */
export function lazyScreen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: inChosenLocale((await loadScreen(load))[name]) });
}

/** Renders an open screen again when the locale changes; text typed in the screen stays. */
function inChosenLocale(Screen: ComponentType): ComponentType {
  return function LocaleScreen() {
    useChosenLocale();
    return createElement(Screen);
  };
}

export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && CHUNK_FAILURE.test(error.message);
}

function reloadOnce(error: unknown, reload: () => void): Promise<never> {
  if (!mayReload(Date.now())) throw error;
  reload();
  // Never resolves: nothing may render before the reload.
  return new Promise<never>(() => {});
}

async function waitForServer(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  while (!(await isServerReachable()));
}

/** Whether the server responds, even with an error: a reload without a server would end on the browser's error page. */
async function isServerReachable(): Promise<boolean> {
  try {
    await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}

function mayReload(now: number): boolean {
  const last = Number(sessionStorage.getItem(KEY) ?? Number.NaN);
  if (now - last < RELOAD_INTERVAL_MS) return false;
  sessionStorage.setItem(KEY, String(now));
  return true;
}
