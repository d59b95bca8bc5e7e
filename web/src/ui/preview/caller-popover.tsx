import { Popover, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Avatar } from "../avatar";
import { Segments } from "../buttons/segments";
import { asLevel } from "../chat/role-labels";
import { CALLER_ROLES, type Caller, DEFAULT_CALLER } from "./caller";
import classes from "./preview.module.css";

interface CallerPopoverProps {
  caller: Caller;
  onChange: (caller: Caller) => void;
}

/** Chooses role, name and arguments of the caller in a preview. */
export function CallerPopover({ caller, onChange }: CallerPopoverProps) {
  const { name, level, args } = caller;
  const value = CALLER_ROLES.find((each) => each.value === String(level))?.value ?? "0";
  const role = CALLER_ROLES.find((each) => each.value === value)?.label ?? "";
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus portalProps={{ target: "main" }}>
      <Popover.Target>
        <button type="button" className={classes["caller"]}>
          Test as
          <Avatar name={name} size={16} />
          <bdi>{name}</bdi>
          {level > 0 && <span>({role})</span>}
          <IconChevronDown size={13} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes["callerForm"] ?? ""} aria-label="Test as">
        <Segments
          label="Role"
          isFull
          value={value}
          options={CALLER_ROLES}
          onChange={(next) => onChange({ ...caller, level: asLevel(Number(next)) })}
        />
        <TextInput
          size="xs"
          label="Name"
          maxLength={100}
          autoComplete="off"
          placeholder={DEFAULT_CALLER.name}
          value={name}
          onChange={(event) => onChange({ ...caller, name: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          label="Arguments"
          maxLength={500}
          autoComplete="off"
          placeholder="@username 5"
          value={args}
          onChange={(event) => onChange({ ...caller, args: event.currentTarget.value })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
