import { asSentence } from "../../../lib/text/sentence";
import { asNames } from "../../../ui/command/new-command";
import { TagField } from "../../../ui/fields/tag-field";
import { MOST_NAMES, NAME_LIMIT } from "../command-labels";
import { useTakenNames } from "../commands.queries";
import type { Editing } from "./form-props";

/** The words it answers to; one that another command has is named before anything is saved. */
export function NamesField({ channelId, commandId, draft, change, errorOf, isLocked }: Editing) {
  const taken = useTakenNames(channelId, commandId, draft.cmds);
  const refused = Object.fromEntries(
    draft.cmds.flatMap((name, place) => {
      const words = errorOf(`cmds.${place}`);
      return words === undefined ? [] : [[place, asSentence(name, words)]];
    }),
  );
  return (
    <TagField
      label="Command"
      placeholder={draft.cmds.length === 0 ? "!command" : "Add another word"}
      values={draft.cmds}
      onChange={(values) => change({ cmds: asNames(values).slice(0, MOST_NAMES) })}
      error={errorOf("cmds") && asSentence("The command", errorOf("cmds") ?? "")}
      problems={{ ...refused, ...taken }}
      isLocked={isLocked}
      // Several can be pasted at once.
      maxLength={MOST_NAMES * (NAME_LIMIT + 1)}
      isProminent
    />
  );
}
