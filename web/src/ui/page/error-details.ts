const TOLD = ["name", "status", "type", "errors"] as const;

/** What helps whoever is asked for help: what was shown, where, when, and how the call ended. */
export function errorDetails(error: unknown, message: string, now = new Date()): string {
  const facts = TOLD.filter((name) => isObject(error) && name in error).map((name) => [
    name,
    Reflect.get(Object(error), name),
  ]);
  return JSON.stringify(
    { message, page: window.location.pathname, at: now.toISOString(), ...Object.fromEntries(facts) },
    null,
    2,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
