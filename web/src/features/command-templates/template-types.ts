import type { components } from "../../api/schema";
import type { CommandDraft } from "../../ui/command/new-command";

type Schemas = components["schemas"];

export type Template = Schemas["TemplateOut"];
export type TemplateSummary = Schemas["TemplateSummary"];
export type TemplatePreview = Schemas["TemplatePreview"];
export type TemplateRow = Schemas["TemplateRow"];

/** A command of a template has the same fields as a command of a channel. */
export type TemplateCommand = CommandDraft;
export type Entry = Template["commands"][number];

/** The editable fields of a template. */
export interface TemplateDraft {
  title: string;
  description: string;
  commands: TemplateCommand[];
}
