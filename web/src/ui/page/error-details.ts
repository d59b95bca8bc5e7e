const DETAIL_FIELDS = ["name", "status", "type", "errors"] as const;

/** JSON for a bug report: message, page, time and the error's name, status, type and field errors. */
export function errorDetails(error: unknown, message: string, now = new Date()): string {
  const errorFields = DETAIL_FIELDS.filter((name) => isObject(error) && name in error).map((name) => [
    name,
    Reflect.get(Object(error), name),
  ]);
  return JSON.stringify(
    { message, page: window.location.pathname, at: now.toISOString(), ...Object.fromEntries(errorFields) },
    null,
    2,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
