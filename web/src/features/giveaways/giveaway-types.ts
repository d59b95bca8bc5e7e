import type { components } from "../../api/schema";

export type Schemas = components["schemas"];
export type Giveaway = Schemas["GiveawayOut"];
export type GiveawayDetails = Schemas["GiveawayDetails"];
export type GiveawayState = Giveaway["state"];
export type Draw = Schemas["GiveawayDrawOut"];
export type Entry = Schemas["GiveawayEntryOut"];
export type EntryStatus = Entry["status"];
export type GiveawayRules = Schemas["GiveawayRules"];
export type GiveawayBody = Schemas["GiveawayIn"];
export type PublicGiveaway = Schemas["PublicGiveaway"];
export type PublicDraw = Schemas["PublicDraw"];

/** The fields of the editor. A time is the text of a datetime-local input, or empty. */
export type GiveawayDraft = Omit<Required<GiveawayBody>, "opens_at" | "closes_at" | "weights"> & {
  weights: Required<Schemas["GiveawayWeights"]>;
  opens_at: string;
  closes_at: string;
};
