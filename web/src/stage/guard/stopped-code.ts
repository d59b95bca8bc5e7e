const DATABASE = "greenroom-widgets";
const STORE = "stopped";

/** Custom code that blocked this browser, by widget; in IndexedDB, because workers have no other storage. */
export async function readStopped(widgetId: string): Promise<string | undefined> {
  const stored: unknown = await run("readonly", (store) => store.get(widgetId));
  return typeof stored === "string" ? stored : undefined;
}

export async function rememberStopped(widgetId: string, code: string): Promise<void> {
  await run("readwrite", (store) => store.put(code, widgetId));
}

export async function forgetStopped(widgetId: string): Promise<void> {
  await run("readwrite", (store) => store.delete(widgetId));
}

/** Undefined if the browser has no usable IndexedDB. */
async function run(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  if (!("indexedDB" in globalThis)) return undefined;
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await done(opening);
    const answer = await done(ask(database.transaction(STORE, mode).objectStore(STORE)));
    database.close();
    return answer;
  } catch {
    return undefined;
  }
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
