import { Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { MAX_DESCRIPTION_LENGTH, MAX_GROUP_LENGTH } from "../../../ui/command/command-options";
import { CommandPlatforms } from "../../../ui/command/command-platforms";
import { KeywordLines } from "../../../ui/command/keyword-lines";
import { Tag } from "../../../ui/tag";
import { MAY_NOT_MANAGE } from "../command-labels";
import type { CommandsPageOut } from "../command-types";
import { listsKey } from "../commands.queries";
import classes from "./command-editor.module.css";
import type { FormProps } from "./form-props";

const FIELDS = ["patterns", "group", "description", "providers"];

/** Rarely used fields, collapsed until the user opens the section or the server rejects one of its fields. */
export function AdvancedSection(form: FormProps) {
  const { draft, failure, invalidFields } = form;
  const id = useId();
  const [isOpen, { open, toggle }] = useDisclosure();
  const [seenFailure, setSeenFailure] = useState(failure);
  // A failed save opens the section once, so that the user can collapse it again.
  if (seenFailure !== failure) {
    setSeenFailure(failure);
    if (failure && invalidFields.some(isInSection)) open();
  }
  return (
    <section className="line-above mt-12">
      <button
        type="button"
        className={classes["advancedHeader"]}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <IconChevronRight className={classes["chevron"]} size={16} aria-hidden="true" />
        <b>Advanced</b>
        <span className="muted fs-small">Keywords, platforms, group, public page</span>
        {draft.group && (
          <span className={classes["advancedTag"]}>
            <Tag>
              Group: <bdi>{draft.group}</bdi>
            </Tag>
          </span>
        )}
      </button>
      <div id={id} hidden={!isOpen} className={classes["advancedBody"]}>
        {isOpen && <Fields {...form} />}
      </div>
    </section>
  );
}

function isInSection(field: string): boolean {
  return FIELDS.some((name) => field === name || field.startsWith(`${name}.`));
}

function Fields(form: FormProps) {
  const { channelId, draft, change, errorOf, isLocked } = form;
  const groups = useKnownGroups(channelId);
  const listId = useId();
  return (
    <>
      <KeywordLines {...form} />
      <CommandPlatforms {...form} />
      <TextInput
        size="xs"
        label="Group"
        description="Filter the list by group"
        inputWrapperOrder={["label", "input", "description", "error"]}
        list={listId}
        maxLength={MAX_GROUP_LENGTH}
        autoComplete="off"
        value={draft.group}
        error={errorOf("group")}
        disabled={isLocked}
        onChange={(event) => change({ group: event.currentTarget.value })}
      />
      <datalist id={listId}>
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <Textarea
        label="Description"
        description="Shown on the public page instead of the response"
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={2}
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={draft.description}
        error={errorOf("description")}
        disabled={isLocked}
        onChange={(event) => change({ description: event.currentTarget.value.replaceAll(/[\r\n]/g, " ") })}
      />
      <LabelledSwitch
        label="Show on the public page and in $(commands)"
        checked={draft.public}
        lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
        onChange={(value) => change({ public: value })}
      />
    </>
  );
}

/** The channel's groups, from a cached list of commands; empty if no list is cached. */
function useKnownGroups(channelId: string): string[] {
  const client = useQueryClient();
  const lists = client.getQueriesData<{ pages: CommandsPageOut[] }>({ queryKey: listsKey(channelId) });
  return lists.find(([, data]) => data)?.[1]?.pages[0]?.groups ?? [];
}
