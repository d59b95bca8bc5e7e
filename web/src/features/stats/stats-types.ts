import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Stream = Schemas["StreamOut"];
export type StreamDetail = Schemas["StreamDetail"];
export type StreamNumbers = Schemas["StreamNumbers"];
export type PlatformNumbers = Schemas["PlatformNumbers"];
export type StreamsPage = Schemas["StreamsPage"];
export type Ranked = Schemas["RankedOut"];
export type Stats = Schemas["StatsOut"];
export type Point = Schemas["Point"];
