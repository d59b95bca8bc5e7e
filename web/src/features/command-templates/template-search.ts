import { commandOf } from "./template-draft";
import type { Template } from "./template-types";

/** Templates whose title, description, command names or responses contain the query. */
export function matchingTemplates(templates: readonly Template[], query: string): Template[] {
  const needle = query.trim().toLowerCase();
  return templates.filter((template) => searchableTexts(template).some((text) => text.toLowerCase().includes(needle)));
}

function searchableTexts({ title, description, commands }: Template): string[] {
  const texts = commands
    .map(commandOf)
    .flatMap(({ cmds, responses }) => [...cmds, ...responses.map(({ text }) => text)]);
  return [title, description, ...texts];
}
