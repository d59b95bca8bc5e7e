const DATABASE = "greenroom-widgets";
const STORE = "stopped";

/** The widget's custom code that was stopped in this browser, if any. In IndexedDB: workers have no other storage. */
export async function readStopped(widgetId: string): Promise<string | undefined> {
  const stored: unknown = await request("readonly", (store) => store.get(widgetId));
  return typeof stored === "string" ? stored : undefined;
}

export async function storeStopped(widgetId: string, code: string): Promise<void> {
  await request("readwrite", (store) => store.put(code, widgetId));
}

export async function deleteStopped(widgetId: string): Promise<void> {
  await request("readwrite", (store) => store.delete(widgetId));
}

/** Result of one request to the store; undefined if the browser has no usable IndexedDB. */
async function request(mode: IDBTransactionMode, send: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  if (!("indexedDB" in globalThis)) return undefined;
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await resultOf(opening);
    const answer = await resultOf(send(database.transaction(STORE, mode).objectStore(STORE)));
    database.close();
    return answer;
  } catch {
    return undefined;
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
