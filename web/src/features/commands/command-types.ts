import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Command = Schemas["CommandOut"];
export type CommandBody = Schemas["CommandIn"];
export type CommandsPageOut = Schemas["CommandsPage"];
export type Role = Schemas["RoleOut"];

export type Answer = Required<Schemas["Response"]>;
export type Pattern = Required<Schemas["Pattern"]>;
export type Provider = CommandBody["providers"][number];
export type Level = CommandBody["access_level"];

/** What can be changed about a command. */
export interface CommandDraft extends Omit<CommandBody, "responses" | "patterns"> {
  responses: Answer[];
  patterns: Pattern[];
}
