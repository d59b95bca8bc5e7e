import type { components } from "../../api/schema";

export type Schemas = components["schemas"];

export type Command = Schemas["CommandOut"];
export type CommandBody = Schemas["CommandIn"];
export type CommandSettings = Schemas["CommandSettingsOut"];
export type ChatManagement = CommandSettings["chat_management"];
export type CommandsPageOut = Schemas["CommandsPage"];
