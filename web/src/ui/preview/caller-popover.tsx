import { Popover, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Avatar } from "../avatar";
import { Segments } from "../buttons/segments";
import { asLevel } from "../chat/role-labels";
import { ASKERS, type Asker, KESTREL } from "./caller";
import classes from "./preview.module.css";

interface AskerPopoverProps {
  asker: Asker;
  onChange: (asker: Asker) => void;
}

/** Who asks in the preview, and with which words behind the command. */
export function AskerPopover({ asker, onChange }: AskerPopoverProps) {
  const { name, level, words } = asker;
  const value = ASKERS.find((each) => each.value === String(level))?.value ?? "0";
  const role = ASKERS.find((each) => each.value === value)?.label ?? "";
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus portalProps={{ target: "main" }}>
      <Popover.Target>
        <button type="button" className={classes["asker"]}>
          asked by
          <Avatar name={name} size={16} />
          <bdi>{name}</bdi>
          {level > 0 && <span>({role})</span>}
          <IconChevronDown size={13} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes["askerForm"] ?? ""} aria-label="Who asks">
        <Segments
          label="Asked by"
          isFull
          value={value}
          options={ASKERS}
          onChange={(next) => onChange({ ...asker, level: asLevel(Number(next)) })}
        />
        <TextInput
          size="xs"
          label="Name"
          maxLength={100}
          autoComplete="off"
          placeholder={KESTREL.name}
          value={name}
          onChange={(event) => onChange({ ...asker, name: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          label="Words behind the command"
          maxLength={500}
          autoComplete="off"
          placeholder="@somebody 5"
          value={words}
          onChange={(event) => onChange({ ...asker, words: event.currentTarget.value })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
