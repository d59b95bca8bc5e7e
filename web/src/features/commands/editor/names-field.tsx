import { asSentence } from "../../../lib/text/sentence";
import { useCommandPrefix } from "../../../session/commands/command-prefix";
import { splitNames } from "../../../ui/command/new-command";
import { PrefixSuggestion } from "../../../ui/command/prefix-suggestion";
import { TagField } from "../../../ui/fields/tag-field";
import { MAX_NAME_LENGTH, MAX_NAMES } from "../command-labels";
import { useTakenNames } from "../commands.queries";
import type { FormProps } from "./form-props";

/** The command's name and aliases; taken names are reported before saving. */
export function NamesField({ channelId, commandId, draft, change, errorOf, isLocked }: FormProps) {
  const prefix = useCommandPrefix(channelId);
  const takenNames = useTakenNames(channelId, commandId, draft.cmds);
  const rejected = Object.fromEntries(
    draft.cmds.flatMap((name, index) => {
      const message = errorOf(`cmds.${index}`);
      return message === undefined ? [] : [[index, asSentence(name, message)]];
    }),
  );
  return (
    <div>
      <TagField
        label="Command"
        placeholder={draft.cmds.length === 0 ? `${prefix}command` : "Add alias"}
        values={draft.cmds}
        onChange={(values) => change({ cmds: splitNames(values).slice(0, MAX_NAMES) })}
        error={errorOf("cmds") && asSentence("The command", errorOf("cmds") ?? "")}
        problems={{ ...rejected, ...takenNames }}
        isLocked={isLocked}
        // Several names can be pasted at once.
        maxLength={MAX_NAMES * (MAX_NAME_LENGTH + 1)}
        isProminent
      />
      {!isLocked && <PrefixSuggestion prefix={prefix} names={draft.cmds} onChange={(cmds) => change({ cmds })} />}
    </div>
  );
}
