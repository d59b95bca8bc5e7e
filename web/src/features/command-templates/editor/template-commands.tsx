import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconAlertCircle, IconChevronRight, IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { newCommand } from "../../../ui/command/new-command";
import { useFocusAfter } from "../../../ui/focus/use-focus-after";
import { MOST_COMMANDS, nameOf, troubledPlaces } from "../template-draft";
import type { TemplateCommand } from "../template-types";
import classes from "../templates.module.css";
import { CommandForm } from "./command-form";

interface TemplateCommandsProps {
  commands: TemplateCommand[];
  errorOf: (field: string) => string | undefined;
  /** Why the last save did not work. */
  failure: unknown;
  /** The names of the fields that are still refused. */
  refused: readonly string[];
  onChange: (commands: TemplateCommand[]) => void;
}

/** The commands of a template, one of them open. */
export function TemplateCommands({ commands, errorOf, failure, refused, onChange }: TemplateCommandsProps) {
  const [opened, setOpened] = useState<number | null>(commands.length === 1 ? 0 : null);
  const [seen, setSeen] = useState(failure);
  const troubled = troubledPlaces(commands, refused);
  // What was refused is shown, wherever it stands.
  if (seen !== failure) {
    setSeen(failure);
    const [first] = troubled;
    if (failure && first !== undefined) setOpened(first);
  }
  const list = useRef<HTMLUListElement>(null);
  const focus = useFocusAfter(list);
  const add = () => {
    onChange([...commands, newCommand()]);
    setOpened(commands.length);
  };
  const remove = (place: number) => {
    onChange(commands.filter((_, at) => at !== place));
    setOpened(null);
    // Its button goes with it.
    focus(`[aria-controls="template-command-${Math.min(place, commands.length - 2)}"]`);
  };
  return (
    <section aria-labelledby="template-commands">
      <div className={classes["commandsHead"]}>
        <h3 id="template-commands" className={classes["label"]}>
          Commands
        </h3>
        <span className={classes["count"]}>{commands.length}</span>
        {commands.length < MOST_COMMANDS && (
          <Button size="xs" className={classes["add"] ?? ""} leftSection={<IconPlus size={15} />} onClick={add}>
            Add a command
          </Button>
        )}
      </div>
      {errorOf("commands") && <p className={classes["problem"]}>{errorOf("commands")}</p>}
      <ul ref={list} className={classes["commands"]}>
        {commands.map((command, place) => (
          <CommandItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a new command has no name yet; all of them follow what is typed.
            key={place}
            place={place}
            command={command}
            isOpen={opened === place}
            isTroubled={troubled.includes(place)}
            errorOf={(field) => errorOf(`commands.${place}.${field}`)}
            onToggle={() => setOpened(opened === place ? null : place)}
            onChange={(next) => onChange(commands.map((other, at) => (at === place ? next : other)))}
            onRemove={commands.length === 1 ? null : () => remove(place)}
          />
        ))}
      </ul>
    </section>
  );
}

interface CommandItemProps {
  place: number;
  command: TemplateCommand;
  isOpen: boolean;
  isTroubled: boolean;
  errorOf: (field: string) => string | undefined;
  onToggle: () => void;
  onChange: (command: TemplateCommand) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

function CommandItem({ place, isOpen, isTroubled, onToggle, onRemove, ...form }: CommandItemProps) {
  const name = nameOf(form.command);
  return (
    <li className={classes["command"]}>
      <div className={classes["commandHead"]}>
        <button
          type="button"
          className={classes["toggle"]}
          aria-expanded={isOpen}
          aria-controls={`template-command-${place}`}
          onClick={onToggle}
        >
          <IconChevronRight className={classes["chevron"]} size={16} aria-hidden="true" />
          <bdi className={classes["name"]}>{name}</bdi>
          {!isOpen && <bdi className={classes["summary"]}>{form.command.responses[0]?.text}</bdi>}
          {isTroubled && <IconAlertCircle className={classes["trouble"]} size={15} aria-label="Needs a change" />}
        </button>
        {onRemove && (
          <Tooltip label="Remove">
            <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div id={`template-command-${place}`} hidden={!isOpen}>
        {isOpen && <CommandForm {...form} />}
      </div>
    </li>
  );
}
