import { makeUuid } from "../../../lib/uuid";
import { KIND_LABELS } from "../../../ui/event-labels";
import type { AlertRule, AlertVariant, Kind, Settings, Speech } from "../widget-types";

export const MAX_RULES = 50;
export const MAX_VARIANTS = 10;

const SILENT: Speech = {
  enabled: false,
  text: "{name} says: {message}",
  minimum: 0,
  max_characters: 200,
  language: "",
  rate_percent: 100,
  volume: 80,
};

export function newVariant(text: string): AlertVariant {
  return {
    weight: 1,
    image: "",
    video: "",
    sound: "",
    volume: 80,
    text,
    message: "{message}",
    duration_seconds: 8,
    layout: "above",
    animation: "fade",
    speech: SILENT,
  };
}

export function newRule(name: string, kinds: Kind[], text: string): AlertRule {
  return {
    id: makeUuid(),
    name,
    enabled: true,
    kinds,
    providers: [],
    min_value: 0,
    max_value: 0,
    min_count: 0,
    max_count: 0,
    chance_percent: 100,
    variants: [newVariant(text)],
  };
}

/** Rules for the alerts that most channels show. */
export function usualRules(): AlertRule[] {
  return [
    newRule("Raids", ["raid"], "{name} raids with {count} viewers"),
    newRule("Gifted subs", ["gift", "gift_bomb", "membership_gift"], "{name} gifts {count} subs"),
    newRule("Resubs", ["resub", "milestone"], "{name} resubscribed, {months} months"),
    newRule("Subs", ["sub", "membership"], "{name} subscribed"),
    newRule(
      "Tips and gifts",
      ["tip", "super_chat", "super_sticker", "cheer", "kicks", "tiktok_gift"],
      "{name}: {amount}",
    ),
    newRule("Follows", ["follow"], "{name} follows"),
  ];
}

export function rulesOf(settings: Settings): AlertRule[] {
  // Cast: the server checks the settings of each widget type.
  return (settings["rules"] ?? []) as AlertRule[];
}

export function replaceItem<Item>(items: readonly Item[], index: number, part: Partial<Item>): Item[] {
  return items.map((item, at) => (at === index ? { ...item, ...part } : item));
}

/** "Raid · $5 and up · 50 %": the kinds, ranges and chance of a rule, and how many variants it has. */
export function ruleSummary(rule: AlertRule): string {
  const kinds = rule.kinds.map((kind) => (kind === "join" ? kind : KIND_LABELS[kind]));
  const parts = [
    kinds.length === 0 ? "All events" : kinds.join(", "),
    rangeLabel(rule.min_value / 1_000_000, rule.max_value / 1_000_000, "$"),
    rangeLabel(rule.min_count, rule.max_count),
    rule.chance_percent < 100 && `${rule.chance_percent} %`,
    rule.variants.length > 1 && `${rule.variants.length} variants`,
  ];
  return parts.filter(Boolean).join(" · ");
}

function rangeLabel(low: number, high: number, unit = ""): string {
  if (high > 0) return `${unit}${low}–${unit}${high}`;
  return low > 0 ? `${unit}${low} and up` : "";
}
