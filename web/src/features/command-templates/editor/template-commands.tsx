import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconAlertCircle, IconChevronRight, IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { newCommand } from "../../../ui/command/new-command";
import { useFocusAfterRender } from "../../../ui/focus/use-focus-after-render";
import { commandsWithErrors, MAX_COMMANDS, nameOf } from "../template-draft";
import type { TemplateCommand } from "../template-types";
import classes from "../templates.module.css";
import { CommandForm } from "./command-form";

interface TemplateCommandsProps {
  commands: TemplateCommand[];
  errorOf: (field: string) => string | undefined;
  /** Error of the last save. */
  failure: unknown;
  /** Paths of the fields that the server rejected and that have not changed since. */
  invalidFields: readonly string[];
  onChange: (commands: TemplateCommand[]) => void;
}

/** The commands of a template as an accordion. */
export function TemplateCommands({ commands, errorOf, failure, invalidFields, onChange }: TemplateCommandsProps) {
  const [opened, setOpened] = useState<number | null>(commands.length === 1 ? 0 : null);
  const [seenFailure, setSeenFailure] = useState(failure);
  const invalid = commandsWithErrors(commands, invalidFields);
  // A failed save opens the first command with an error.
  if (seenFailure !== failure) {
    setSeenFailure(failure);
    const [first] = invalid;
    if (failure && first !== undefined) setOpened(first);
  }
  const list = useRef<HTMLUListElement>(null);
  const focus = useFocusAfterRender(list);
  const add = () => {
    onChange([...commands, newCommand()]);
    setOpened(commands.length);
  };
  const remove = (index: number) => {
    onChange(commands.filter((_, at) => at !== index));
    setOpened(null);
    // The focused button is removed with its command, so a neighbouring command gets the focus.
    focus(`[aria-controls="template-command-${Math.min(index, commands.length - 2)}"]`);
  };
  return (
    <section aria-labelledby="template-commands">
      <div className="row gap-8 pb-8 pt-20">
        <h3 id="template-commands" className="medium m-0 fw-500">
          Commands
        </h3>
        <span className="badge">{commands.length}</span>
        {commands.length < MAX_COMMANDS && (
          <Button size="xs" className={classes["add"] ?? ""} leftSection={<IconPlus size={15} />} onClick={add}>
            Add command
          </Button>
        )}
      </div>
      {errorOf("commands") && <p className="small red">{errorOf("commands")}</p>}
      <ul ref={list} className="plain-list">
        {commands.map((command, index) => (
          <CommandItem
            // biome-ignore lint/suspicious/noArrayIndexKey: new commands have no id
            key={index}
            index={index}
            command={command}
            isOpen={opened === index}
            hasErrors={invalid.includes(index)}
            errorOf={(field) => errorOf(`commands.${index}.${field}`)}
            onToggle={() => setOpened(opened === index ? null : index)}
            onChange={(next) => onChange(commands.map((other, at) => (at === index ? next : other)))}
            onRemove={commands.length === 1 ? null : () => remove(index)}
          />
        ))}
      </ul>
    </section>
  );
}

interface CommandItemProps {
  index: number;
  command: TemplateCommand;
  isOpen: boolean;
  hasErrors: boolean;
  errorOf: (field: string) => string | undefined;
  onToggle: () => void;
  onChange: (command: TemplateCommand) => void;
  /** Null for the only command. */
  onRemove: (() => void) | null;
}

function CommandItem({ index, isOpen, hasErrors, onToggle, onRemove, ...form }: CommandItemProps) {
  const name = nameOf(form.command);
  return (
    <li className="line-above">
      <div className="row gap-8">
        <button
          type="button"
          className={classes["toggle"]}
          aria-expanded={isOpen}
          aria-controls={`template-command-${index}`}
          onClick={onToggle}
        >
          <IconChevronRight className={classes["chevron"]} size={16} aria-hidden="true" />
          <bdi className="breaks fw-500 mono">{name}</bdi>
          {!isOpen && <bdi className="truncate grow muted fs-small miw-0">{form.command.responses[0]?.text}</bdi>}
          {hasErrors && <IconAlertCircle className="red" size={15} aria-label="Has errors" />}
        </button>
        {onRemove && (
          <Tooltip label="Remove">
            <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div id={`template-command-${index}`} hidden={!isOpen}>
        {isOpen && <CommandForm {...form} />}
      </div>
    </li>
  );
}
