import { longDateTime } from "../../lib/time/dates";
import { choiceLabel, emptyListLabel, fieldName } from "./audit-field-labels";
import type { AuditField } from "./audit-types";
import { numberLabel, withoutUnit } from "./audit-units";

/** "response_type" is "Response type", "settings.cooldown_seconds" is "Settings, cooldown". */
export function fieldLabel(field: string): string {
  const name = fieldName(field);
  if (name !== undefined) return name;
  const words = withoutUnit(field).replaceAll(".", ", ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MAX_LENGTH = 300;

type Write = (value: unknown) => string;

/** The old and the new value as text; null where there is none. Parts are shown whole only if their texts are equal. */
export function valueLabels({ field, old, new: next }: AuditField): [string | null, string | null] {
  const labels = (write: Write) => [valueLabel(field, old, write), valueLabel(field, next, write)] as const;
  const [before, after] = labels(textOf);
  return before === after ? [...labels(jsonOf)] : [before, after];
}

function valueLabel(field: string, value: unknown, write: Write): string | null {
  if (value === null || value === undefined) return null;
  if (value === "") return "Empty";
  if (typeof value === "string") return choiceLabel(field, value) ?? momentLabel(value) ?? shorten(write(value));
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value === "number") return numberLabel(field, value);
  if (Array.isArray(value)) {
    const labels = value.map((one) => (typeof one === "string" && choiceLabel(field, one)) || write(one));
    return labels.length === 0 ? emptyListLabel(field) : shorten(labels.join(", "));
  }
  return shorten(write(value));
}

/** A response or a message is shown by its text. */
function textOf(value: unknown): string {
  const text = typeof value === "object" && value !== null ? Reflect.get(value, "text") : null;
  return typeof text === "string" ? text : jsonOf(value);
}

function jsonOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/;

/** A time in the user's time zone; undefined for other texts. */
function momentLabel(value: string): string | undefined {
  return MOMENT.test(value) ? longDateTime(value) : undefined;
}
