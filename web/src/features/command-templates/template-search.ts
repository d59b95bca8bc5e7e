import { commandOf } from "./template-draft";
import type { Template } from "./template-types";

/** The templates with the words in their title, their description, or a name or answer of a command. */
export function matching(templates: readonly Template[], query: string): Template[] {
  const wanted = query.trim().toLowerCase();
  return templates.filter((template) => searchableTexts(template).some((text) => text.toLowerCase().includes(wanted)));
}

function searchableTexts({ title, description, commands }: Template): string[] {
  const said = commands
    .map(commandOf)
    .flatMap(({ cmds, responses }) => [...cmds, ...responses.map(({ text }) => text)]);
  return [title, description, ...said];
}
