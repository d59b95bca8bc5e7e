import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Review = Schemas["ReviewOut"];
export type ReviewRow = Schemas["ReviewRow"];
export type Source = Review["source"];
export type Kind = ReviewRow["kind"];
/** Whether an entry was converted fully, with changes, or not at all. */
export type Maps = ReviewRow["maps"];
/** A command, timer or quote as a request body of its feature. */
export type Entry = ReviewRow["entry"];
export type ImportBody = Schemas["ImportIn"];
export type Imported = Schemas["ImportOut"];
