import type { components, paths } from "../../api/schema";

type Schemas = components["schemas"];
type FiltersPath = paths["/api/2/channels/{channel_id}/filters"];

/** A stored filter: one of thirteen types, each with its own settings. */
export type Filter = FiltersPath["get"]["responses"][200]["content"]["application/json"][number];
/** Request body that creates or updates a filter. */
export type FilterBody = FiltersPath["post"]["requestBody"]["content"]["application/json"];
export type FilterType = Filter["type"];
export type FilterSettings = NonNullable<FilterBody["settings"]>;

/** A filter in the editor: the common fields with the settings of its type. */
export type FilterDraft = Required<Omit<Schemas["CapsFilter"], "type" | "settings">> & {
  type: FilterType;
  settings: FilterSettings;
};

export type Provider = FilterDraft["providers"][number];
export type Step = Schemas["Step"];
export type Term = Schemas["TermIn"];
export type ExemptViewer = Schemas["ExemptViewer"];
export type FilterTypeInfo = Schemas["FilterTypeOut"];
export type TestResult = Schemas["TestOut"];
export type Backtest = Schemas["BacktestOut"];
export type BacktestResult = Schemas["BacktestResult"];
export type BacktestHit = Schemas["BacktestHit"];
export type FilterHit = Schemas["FilterHitOut"];
export type BacktestBucket = Schemas["BacktestBucket"];
/** Live messages on a channel's filter topic. */
export type FilterEvent = Extract<Schemas[keyof Schemas], { type: "filters_changed" | "hit" | "backtest" }>;
