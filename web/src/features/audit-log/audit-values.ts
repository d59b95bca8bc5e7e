import { longDateTime } from "../../lib/time/dates";
import { eventLabel } from "../../ui/event-labels";
import type { AuditField } from "./audit-types";
import { numberLabel, withoutUnit } from "./audit-units";

/** Label of a field: "Settings, cooldown" for "settings.cooldown_seconds". */
export function fieldLabel(field: string): string {
  const name = editorLabel(field);
  if (name !== undefined) return name;
  const words = withoutUnit(field).replaceAll(".", ", ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MAX_VALUE_LENGTH = 300;

type Format = (value: unknown) => string;

/** The old and the new value as text, null for no value; as JSON if both texts would be equal. */
export function valueLabels({ field, old, new: next }: AuditField): [string | null, string | null] {
  const labels = (format: Format) => [valueLabel(field, old, format), valueLabel(field, next, format)] as const;
  const [before, after] = labels(textOf);
  return before === after ? [...labels(jsonOf)] : [before, after];
}

function valueLabel(field: string, value: unknown, format: Format): string | null {
  if (value === null || value === undefined) return null;
  if (value === "") return "Empty";
  if (typeof value === "string") return choiceLabel(field, value) ?? momentLabel(value) ?? shorten(format(value));
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value === "number") return numberLabel(field, value);
  if (Array.isArray(value)) {
    const labels = value.map((one) => (typeof one === "string" && choiceLabel(field, one)) || format(one));
    return labels.length === 0 ? emptyListLabel(field) : shorten(labels.join(", "));
  }
  return shorten(format(value));
}

/** The `text` of an object that has one, such as a response; text unchanged, other values as JSON. */
function textOf(value: unknown): string {
  const text = typeof value === "object" && value !== null ? Reflect.get(value, "text") : null;
  return typeof text === "string" ? text : jsonOf(value);
}

function jsonOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/;

/** An ISO time in the user's time zone; undefined for other text. */
function momentLabel(value: string): string | undefined {
  return ISO_TIME.test(value) ? longDateTime(value) : undefined;
}

/** Labels of the fields whose label in their editor differs from the field's name. */
const FIELD_LABELS: Record<string, string> = {
  cmds: "Names",
  patterns: "Keywords",
  providers: "Platforms",
  access_level: "Who can use it",
  chatter_cooldown: "User cooldown",
  mods_skip_cooldown: "Moderators bypass cooldowns",
  active_mode: "Active",
  public: "On the public page",
  url_host: "Host",
  url_end: "End of the URL",
};

const ACTIVE = { always: "Always", online: "Live only", offline: "Offline only" };

const PICK = { first: "First", random: "Random", round_robin: "Round-robin", order: "In order" };

const RESPONSE = { say: "Message", mention: "Mention", reply: "Reply", announce: "Announcement" };

/** Labels of the choices of a field, as in the editor of the field. */
const CHOICE_LABELS: Record<string, Record<string, string>> = {
  active_mode: ACTIVE,
  pick: PICK,
  response_type: RESPONSE,
  mode: { on: "On", shadow: "Shadow" },
  secret: { replaced: "Replaced" },
};

function editorLabel(field: string): string | undefined {
  return FIELD_LABELS[field];
}

function choiceLabel(field: string, value: string): string | undefined {
  return field === "events" ? eventLabel(value) : CHOICE_LABELS[field]?.[value];
}

/** Label of an empty list; an empty list of platforms means all platforms. */
function emptyListLabel(field: string): string {
  return field === "providers" ? "All platforms" : "None";
}
