import type { components } from "../../api/schema";

export type Media = components["schemas"]["MediaOut"];
export type MediaPage = components["schemas"]["MediaPage"];
export type MediaKind = "image" | "video" | "sound";
