import type { components } from "../../api/schema";

type Schemas = components["schemas"];

export type Template = Schemas["TemplateOut"];
export type TemplateSummary = Schemas["TemplateSummary"];
export type TemplatePreview = Schemas["TemplatePreview"];
export type TemplateRow = Schemas["TemplateRow"];

/** A command as channels have it. */
export type TemplateCommand = Schemas["CommandIn"];
export type Entry = Template["commands"][number];

/** What can be changed about a template. */
export interface TemplateDraft {
  title: string;
  description: string;
  commands: TemplateCommand[];
}
