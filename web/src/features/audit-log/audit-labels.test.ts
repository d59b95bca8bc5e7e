import { expect, test } from "vitest";
import { dayLabel, filledFields, inlineFields, kindLabel, summaryLabel, undoneLabel } from "./audit-labels";
import { fieldLabel, valueLabels } from "./audit-values";
import { dayGroups } from "./day-groups";
import { auditRecord } from "./test-records";

test("the label of a field is its label in the editor, or its name without the unit", () => {
  expect(["response_type", "global_cooldown_seconds", "penalties.reset", "seconds"].map(fieldLabel)).toEqual([
    "Response type",
    "Global cooldown",
    "Penalties, reset",
    "Seconds",
  ]);
  expect(["cmds", "chatter_cooldown", "providers", "access_level"].map(fieldLabel)).toEqual([
    "Names",
    "User cooldown",
    "Platforms",
    "Who can use it",
  ]);
});

test("choices have the labels of their editors, and an empty platform list means all platforms", () => {
  const shown = (field: string, value: unknown) => valueLabels({ field, old: value, new: 0 })[0];
  expect([shown("response_type", "say"), shown("active_mode", "online"), shown("pick", "round_robin")]).toEqual([
    "Message",
    "Live only",
    "Round-robin",
  ]);
  expect([shown("providers", []), shown("providers", ["kick"]), shown("text", "say")]).toEqual([
    "All platforms",
    "kick",
    "say",
  ]);
});

test("the events, the secret and the parts of the URL of a webhook have labels", () => {
  const old = ["stream.started", "activity.gift_bomb"];
  expect(valueLabels({ field: "events", old, new: ["moderation"] })).toEqual([
    "Stream starts, Gift bomb",
    "Bans, timeouts and other moderation actions",
  ]);
  expect(valueLabels({ field: "secret", old: null, new: "replaced" })).toEqual([null, "Replaced"]);
  expect(["events", "url_host", "url_end"].map(fieldLabel)).toEqual(["Events", "Host", "End of the URL"]);
  expect(kindLabel({ section: "webhooks" })).toBe("Webhook");
});

test("a time is shown in the local time zone", () => {
  const at = new Date(2025, 10, 11, 21, 31).toISOString().replace("Z", "+00:00");
  expect(valueLabels({ field: "access_ends", old: "after the stream", new: at })).toEqual([
    "after the stream",
    "11 November 2025 at 21:31",
  ]);
});

test("values are shown with their unit or label", () => {
  const shown = (field: string, value: unknown) => valueLabels({ field, old: value, new: 0 })[0];
  expect([shown("cooldown_seconds", 600), shown("interval_minutes", 30), shown("retention_days", 1)]).toEqual([
    "10 m",
    "30 m",
    "1 day",
  ]);
  expect([shown("enabled", false), shown("amount", 17_400), shown("text", ""), shown("aliases", [])]).toEqual([
    "Off",
    "17,400",
    "Empty",
    "None",
  ]);
  expect([shown("aliases", ["dc", "invite"]), shown("rule", { kind: "raid" }), shown("text", null)]).toEqual([
    "dc, invite",
    '{"kind":"raid"}',
    null,
  ]);
  expect(shown("responses", [{ text: "Tunic", weight: 1 }])).toBe("Tunic");
  expect(shown("text", "x".repeat(1000))).toHaveLength(301);
});

test("some fields whose name does not end in a unit have a unit too, and levels are shown as roles", () => {
  const shown = (field: string, value: number) => valueLabels({ field, old: value, new: null })[0];
  expect([shown("per_message", 5), shown("settings.max_per_message", 5)]).toEqual(["5 points", "5"]);
  const cooldowns = ["global_cooldown", "settings.user_cooldown", "answer_within", "settings.seconds_per_follow"];
  expect(cooldowns.map((field) => shown(field, 5))).toEqual(["5 s", "5 s", "5 s", "5 s"]);
  expect([shown("settings.background_percent", 40), shown("win_chance", 45)]).toEqual(["40 %", "45 %"]);
  expect([shown("cost", 1), shown("per_message", 2500), shown("settings.text_size", 24)]).toEqual([
    "1 point",
    "2,500 points",
    "24 px",
  ]);
  expect([shown("access_level", 100), shown("exempt_level", 1000), shown("min_chat_messages", 5)]).toEqual([
    "Editor",
    "No one",
    "5",
  ]);
});

test("an old and a new value with the same text are shown as JSON", () => {
  const old = [{ text: "Tunic", weight: 1 }];
  expect(valueLabels({ field: "responses", old, new: [{ text: "Tunic", weight: 2 }] })).toEqual([
    '{"text":"Tunic","weight":1}',
    '{"text":"Tunic","weight":2}',
  ]);
});

test("an entry shows its only field, or the number of its fields", () => {
  const [field] = auditRecord().fields;
  expect(inlineFields(auditRecord())).toEqual([field]);
  const many = auditRecord({ fields: [field, field] as never });
  expect([inlineFields(many), summaryLabel(many)]).toEqual([[], "2 fields"]);
  expect([summaryLabel(auditRecord()), summaryLabel(auditRecord({ action: "deleted" }))]).toEqual(["", "Deleted"]);
});

test("an entry about access shows the role, without a summary", () => {
  const fields = [
    { field: "role", old: null, new: "Mod" },
    { field: "access_ends", old: null, new: null },
  ];
  const joined = auditRecord({ section: "access", title: "New member", action: "created", fields });
  expect([inlineFields(joined), summaryLabel(joined)]).toEqual([[fields[0]], ""]);
});

test("the summary of a platform is Connected or Disconnected", () => {
  const summary = (action: "created" | "deleted") => summaryLabel(auditRecord({ section: "platforms", action }));
  expect([summary("created"), summary("deleted")]).toEqual(["Connected", "Disconnected"]);
});

test("fields whose old and new value are both empty are left out", () => {
  const text = { field: "text", old: null, new: "Bye" };
  const empty = { field: "group", old: null, new: "" };
  const cleared = { field: "group", old: "Fun", new: "" };
  const off = { field: "enabled", old: false, new: null };
  const all = { field: "providers", old: [], new: null };
  expect(filledFields([text, empty, cleared, off, all])).toEqual([text, cleared, off]);
});

test("entries are grouped by local day, in the given order", () => {
  const at = (day: number, hour: number) => ({ created_at: new Date(2025, 10, day, hour).toISOString() });
  const groups = dayGroups([auditRecord(at(11, 23)), auditRecord(at(11, 0)), auditRecord(at(10, 23))]);
  const now = new Date(2025, 10, 11, 23, 30);
  expect(groups.map(({ day, records }) => [dayLabel(day, now), records.length])).toEqual([
    ["Today, Tue 11 Nov", 2],
    ["Yesterday, Mon 10 Nov", 1],
  ]);
  expect(dayLabel(new Date(2024, 0, 3), now)).toBe("Wed 3 Jan 2024");
});

test("the label of an undone change names the day of the undo, unless the change was made on that day", () => {
  const changed = new Date(2025, 10, 10, 20, 41).toISOString();
  expect(undoneLabel(new Date(2025, 10, 10, 21, 31).toISOString(), changed)).toBe("Undone 21:31");
  expect(undoneLabel(new Date(2025, 10, 11, 21, 31).toISOString(), changed)).toBe("Undone Tue 11 Nov, 21:31");
});
