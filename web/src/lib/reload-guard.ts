const KEY = "greenroom.reloaded-at";
const GUARD_MS = 30_000;

// Chromium, Firefox, Safari and Vite's style sheets each word a chunk that cannot be fetched differently.
const CHUNK_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Failed to load module script/i;

/** Loads a screen; when its file is gone (a new version was installed) the page reloads, at most once per 30 s. */
export async function loadScreen<Screen>(
  load: () => Promise<Screen>,
  reload = () => window.location.reload(),
): Promise<Screen> {
  try {
    return await load();
  } catch (error) {
    if (!isChunkFailure(error) || !mayReload(Date.now())) throw error;
    reload();
    // Nothing may be shown between here and the reload.
    return new Promise<never>(() => {});
  }
}

export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && CHUNK_FAILURE.test(error.message);
}

function mayReload(now: number): boolean {
  const last = Number(sessionStorage.getItem(KEY) ?? Number.NaN);
  if (now - last < GUARD_MS) return false;
  sessionStorage.setItem(KEY, String(now));
  return true;
}
