import type { components } from "../../api/schema";

export type Schemas = components["schemas"];

export type Widget = Schemas["WidgetOut"];
export type WidgetType = Schemas["WidgetTypeOut"];
export type WidgetSource = Schemas["SourceOut"];
export type Settings = Widget["settings"];
/** The editable fields of a widget. */
export type WidgetDraft = Required<Schemas["WidgetChange"]>;

export type AlertRule = Schemas["AlertRule"];
export type AlertVariant = Schemas["AlertVariant"];
export type Speech = Schemas["Speech"];
/** Kinds of stored activities; joins are not stored. */
export type Kind = Exclude<Schemas["ActivityKind"], "join">;
export type Provider = AlertRule["providers"][number];
export type CustomField = Schemas["CustomField"];
