import { Popover, TextInput } from "@mantine/core";
import { IconSearch, IconVariable } from "@tabler/icons-react";
import { useState } from "react";
import type { Variable } from "../../api/variables";
import classes from "./variable-picker.module.css";

interface VariablePickerProps {
  variables: readonly Variable[];
  onPick: (variable: Variable) => void;
  isLocked?: boolean;
}

/** Searchable list of variables; a click inserts one at the caret. */
export function VariablePicker({ variables, onPick, isLocked = false }: VariablePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const pick = (variable: Variable) => {
    setOpen(false);
    onPick(variable);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={380}
      trapFocus
      // The field takes the focus after a choice.
      returnFocus={false}
      portalProps={{ target: "main" }}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes["target"]}
          disabled={isLocked || variables.length === 0}
          onClick={() => setOpen(!isOpen)}
        >
          <IconVariable size={14} aria-hidden="true" />
          Variables
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes["dropdown"] ?? ""} aria-label="Variables">
        <Choices variables={variables} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices({ variables, onPick }: Omit<VariablePickerProps, "isLocked">) {
  const [query, setQuery] = useState("");
  const matches = matching(variables, query);
  return (
    <>
      <TextInput
        size="xs"
        type="search"
        aria-label="Search variables"
        placeholder="Search variables"
        leftSection={<IconSearch size={15} />}
        maxLength={50}
        data-autofocus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <div className={classes["list"]}>
        {groupsOf(matches).map(([group, members]) => (
          <section key={group} aria-label={group}>
            <h4 className="small m-0 muted fw-400 pt-8 pb-4 px-8">{group}</h4>
            {members.map((variable) => (
              <button key={variable.name} type="button" className={classes["choice"]} onClick={() => onPick(variable)}>
                <span className={classes["name"]}>{variable.name}</span>
                <span className="small">{variable.summary}</span>
                <span className={classes["example"]}>
                  <code>{variable.example}</code> → {variable.shows}
                </span>
              </button>
            ))}
          </section>
        ))}
        {matches.length === 0 && <p className="muted fs-small px-8 py-12">No variables found</p>}
      </div>
    </>
  );
}

/** The variables by group; the groups are in the order of their first variable. */
function groupsOf(variables: readonly Variable[]): [string, Variable[]][] {
  const groups = new Map<string, Variable[]>();
  for (const variable of variables) groups.set(variable.group, [...(groups.get(variable.group) ?? []), variable]);
  return [...groups];
}

function matching(variables: readonly Variable[], query: string): Variable[] {
  const needle = query.trim().toLowerCase();
  return variables.filter(({ name, aliases, group, summary }) =>
    [name, ...aliases, group, summary].some((text) => text.toLowerCase().includes(needle)),
  );
}
