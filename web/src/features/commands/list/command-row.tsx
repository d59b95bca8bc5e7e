import { VisuallyHidden } from "@mantine/core";
import { usePlatforms, writablePlatforms } from "../../../api/platforms";
import { longDateTime, shortAge } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { Switch } from "../../../ui/buttons/switch";
import { ListRow } from "../../../ui/list/list-row";
import { PlatformSlots } from "../../../ui/list/platform-slots";
import { cooldownLabel, MAY_NOT_MANAGE } from "../command-labels";
import type { Command } from "../command-types";
import { useSwitchCommands } from "../commands.queries";
import { respondsOn } from "../responses/target-platforms";
import classes from "./command-list.module.css";
import { CommandMenu } from "./command-menu";
import type { Selection } from "./use-selection";

interface CommandRowProps {
  channelId: string;
  command: Command;
  canManage: boolean;
  selection: Selection;
}

export function CommandRow({ channelId, command, canManage, selection }: CommandRowProps) {
  const platforms = writablePlatforms(usePlatforms());
  return (
    <ListRow
      as="div"
      to={`/channels/${channelId}/chat-commands/${command.id}`}
      className={classes["columns"]}
      isOff={!command.enabled}
      leading={<SwitchOrCheckbox channelId={channelId} command={command} canManage={canManage} selection={selection} />}
      name={<Names command={command} />}
      summary={<bdi>{command.responses[0]?.text}</bdi>}
    >
      <span className={classes["cooldown"]}>
        <VisuallyHidden>Global and user cooldown: </VisuallyHidden>
        {cooldownLabel(command.global_cooldown, command.chatter_cooldown)}
      </span>
      <PlatformSlots
        className={classes["platforms"]}
        platforms={platforms}
        isOn={(provider) => respondsOn(provider, command.providers, command.responses)}
      />
      <Used command={command} />
      <CommandMenu
        channelId={channelId}
        command={command}
        canManage={canManage}
        onSelect={() => selection.toggle(command.id)}
      />
    </ListRow>
  );
}

/** The switch, or a checkbox while commands are selected. */
function SwitchOrCheckbox({ channelId, command, canManage, selection }: CommandRowProps) {
  const { mutate } = useSwitchCommands(channelId);
  const [name = ""] = command.cmds;
  if (selection.isOn) {
    return (
      <input
        type="checkbox"
        className={classes["checkbox"]}
        aria-label={`Select ${name}`}
        checked={selection.ids.has(command.id)}
        onChange={() => selection.toggle(command.id)}
      />
    );
  }
  return (
    <Switch
      label={`${name} is on`}
      checked={command.enabled}
      lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
      onChange={(enabled) => mutate({ ids: [command.id], enabled })}
    />
  );
}

function Names({ command }: { command: Command }) {
  const [name = "", ...others] = command.cmds;
  return (
    <span className="wrap flex mono align-baseline column-gap-8">
      <bdi>{name}</bdi>
      {others.length > 0 && <bdi className="muted fs-small fw-400">{others.join(", ")}</bdi>}
    </span>
  );
}

function Used({ command: { last_used_at: at } }: { command: Command }) {
  const now = useNow(at !== null, 30_000);
  return (
    <span className={classes["used"]} title={at === null ? undefined : longDateTime(at)}>
      <VisuallyHidden>Last used: </VisuallyHidden>
      {at === null ? "Never" : shortAge(at, now)}
    </span>
  );
}
