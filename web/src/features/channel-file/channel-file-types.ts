import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Diff = Schemas["DiffOut"];
export type SectionDiff = Schemas["SectionDiff"];
export type EntryChange = Schemas["EntryChange"];
export type FieldChange = Schemas["FieldChange"];
export type FileProblem = Schemas["FileProblem"];
export type Version = Schemas["VersionOut"];
export type Applied = Schemas["Applied"];
