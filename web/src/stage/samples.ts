import type { ChatLine, LinePart } from "../api/chat";
import type { Activity } from "./stage-types";

const FACE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 28 28'%3E%3Ccircle cx='14' cy='14' r='13' fill='%23ffc93c'/%3E%3Cpath d='M8 16a6 6 0 0 0 12 0' fill='none' stroke='%23333' stroke-width='2'/%3E%3Ccircle cx='10' cy='11' r='2'/%3E%3Ccircle cx='18' cy='11' r='2'/%3E%3C/svg%3E";

const PEOPLE = [
  ["kestrel_", "#6fb7ff", "twitch"],
  ["Hanna Lindqvist", "#ff7d9c", "youtube"],
  ["DoubleEspresso", "#e8c07d", "kick"],
  ["lena.draws", "#e58bd8", "tiktok"],
] as const;

const LONG =
  "so I tried the other path, the one behind the waterfall, and there is a whole second village down there with its own music and a shop that sells only hats";

const emote: LinePart = { kind: "emote", text: "smile", url: FACE };
const text = (words: string): LinePart => ({ kind: "text", text: words });

const PARTS: Record<string, LinePart[]> = {
  message: [text("that parry window is brutal")],
  long_message: [text(LONG)],
  emotes: [text("what a save "), emote, text(" "), emote, text(" "), emote],
  deleted: [text("this message is deleted in two seconds")],
};

/** A made-up chat message: `name` decides its text, `number` its id and author. */
export function sampleLine(name: string, number: number): ChatLine {
  const [author, colour, provider] = PEOPLE[number % PEOPLE.length] ?? PEOPLE[0];
  const parts = PARTS[name] ?? PARTS["message"] ?? [];
  return {
    connection_id: "00000000-0000-0000-0000-000000000000",
    message_id: `test-${number}`,
    provider,
    kind: "text",
    sent_at: new Date().toISOString(),
    text: parts.map((part) => part.text).join(""),
    parts,
    author: { id: author, login: author, name: author, colour },
  };
}

// Fields of a made-up activity that differ from the defaults, by kind.
const FIELDS_BY_KIND: Record<string, Partial<Activity>> = {
  resub: { months: 14 },
  milestone: { months: 6 },
  gift_bomb: { count: 5 },
  membership_gift: { count: 5 },
  cheer: { count: 500, amount: 500, currency: "BITS", decimals: 0 },
  super_chat: { amount: 2_000, currency: "USD", decimals: 2 },
  super_sticker: { amount: 500, currency: "USD", decimals: 2 },
  kicks: { count: 100, amount: 100, currency: "KICKS", decimals: 0 },
  tiktok_gift: { count: 20, amount: 20, currency: "DIAMONDS", decimals: 0 },
  like: { count: 150 },
  raid: { count: 214 },
  redemption: { title: "Hydrate" },
  tip: { amount: 500, currency: "USD", decimals: 2 },
};

/** A made-up activity of a kind. */
export function sampleActivity(kind: string, number: number): Activity {
  const [name, , provider] = PEOPLE[number % PEOPLE.length] ?? PEOPLE[0];
  return {
    id: `test-${number}`,
    provider,
    kind,
    name,
    count: 1,
    amount: 0,
    currency: "",
    decimals: 2,
    value: 0,
    months: 0,
    tier: "",
    title: "",
    message: "",
    recipients: [],
    happened_at: new Date().toISOString(),
    ...FIELDS_BY_KIND[kind],
  };
}
