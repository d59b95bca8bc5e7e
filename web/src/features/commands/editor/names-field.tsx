import { asSentence } from "../../../lib/text/sentence";
import { splitNames } from "../../../ui/command/new-command";
import { TagField } from "../../../ui/fields/tag-field";
import { MAX_NAME_LENGTH, MAX_NAMES } from "../command-labels";
import { useTakenNames } from "../commands.queries";
import type { FormProps } from "./form-props";

/** The words it answers to; one that another command has is named before anything is saved. */
export function NamesField({ channelId, commandId, draft, change, errorOf, isLocked }: FormProps) {
  const taken = useTakenNames(channelId, commandId, draft.cmds);
  const refused = Object.fromEntries(
    draft.cmds.flatMap((name, index) => {
      const words = errorOf(`cmds.${index}`);
      return words === undefined ? [] : [[index, asSentence(name, words)]];
    }),
  );
  return (
    <TagField
      label="Command"
      placeholder={draft.cmds.length === 0 ? "!command" : "Add another word"}
      values={draft.cmds}
      onChange={(values) => change({ cmds: splitNames(values).slice(0, MAX_NAMES) })}
      error={errorOf("cmds") && asSentence("The command", errorOf("cmds") ?? "")}
      problems={{ ...refused, ...taken }}
      isLocked={isLocked}
      // Several can be pasted at once.
      maxLength={MAX_NAMES * (MAX_NAME_LENGTH + 1)}
      isProminent
    />
  );
}
