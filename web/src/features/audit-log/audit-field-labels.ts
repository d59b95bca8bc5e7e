import { eventLabel } from "../../ui/event-labels";

/** Labels of fields in their editors, where they differ from the field's name. */
const FIELDS: Record<string, string> = {
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

/** Labels of the choices of a field, as in its editor. */
const CHOICES: Record<string, Record<string, string>> = {
  active_mode: ACTIVE,
  pick: PICK,
  response_type: RESPONSE,
  mode: { on: "On", shadow: "Shadow" },
  secret: { replaced: "Replaced" },
};

export function fieldName(field: string): string | undefined {
  return FIELDS[field];
}

export function choiceLabel(field: string, value: string): string | undefined {
  return field === "events" ? eventLabel(value) : CHOICES[field]?.[value];
}

/** Label of an empty list; an entry without platforms is for all of them. */
export function emptyListLabel(field: string): string {
  return field === "providers" ? "All platforms" : "None";
}
