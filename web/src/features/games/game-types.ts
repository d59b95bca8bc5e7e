import type { components } from "../../api/schema";

export type Schemas = components["schemas"];
export type RouletteSettings = Schemas["RouletteSettings"];
/** All fields are required here, because a response of the API has all of them. */
export type SlotsSettings = Required<Schemas["SlotsSettings"]>;
export type SlotSymbol = Schemas["SlotSymbol"];
export type PaytableLine = Schemas["PaytableLine"];
export type Player = Schemas["PlayerOut"];
export type Players = Schemas["PlayersOut"];
export type PlayerOrder = "net" | "biggest_win" | "bets";

export type CommonSettings = Pick<RouletteSettings, keyof RouletteSettings & keyof SlotsSettings>;

/** A game with the settings of its type. */
export interface Game<Settings> extends Omit<Schemas["GameOut"], "settings"> {
  settings: Settings;
}

/** The settings of each game, by its key in the API. */
export interface SettingsOf {
  roulette: RouletteSettings;
  slots: SlotsSettings;
}

export type GameKey = keyof SettingsOf;
