import { eventLabel } from "../../ui/event-labels";

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

export function editorLabel(field: string): string | undefined {
  return FIELD_LABELS[field];
}

export function choiceLabel(field: string, value: string): string | undefined {
  return field === "events" ? eventLabel(value) : CHOICE_LABELS[field]?.[value];
}

/** Label of an empty list; an empty list of platforms means all platforms. */
export function emptyListLabel(field: string): string {
  return field === "providers" ? "All platforms" : "None";
}
