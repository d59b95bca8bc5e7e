import { NavLink } from "react-router";
import { usePlatforms } from "../../api/platforms";
import { longDateTime, shortAge } from "../../lib/dates";
import { useNow } from "../../lib/use-now";
import { PlatformIcon } from "../../ui/platform-icon";
import { Switch } from "../../ui/switch";
import type { Command } from "./command-types";
import { cooldownWords, MAY_NOT_MANAGE } from "./command-words";
import classes from "./commands.module.css";
import { useSwitchCommands } from "./commands.queries";
import { answersOn, writable } from "./providers";
import { RowMenu } from "./row-menu";
import type { Selection } from "./use-selection";

interface CommandRowProps {
  channelId: string;
  command: Command;
  canManage: boolean;
  selection: Selection;
}

export function CommandRow({ channelId, command, canManage, selection }: CommandRowProps) {
  const { mutate } = useSwitchCommands(channelId);
  const [name = "", ...others] = command.cmds;
  return (
    <div className={classes["row"]} data-off={!command.enabled || undefined}>
      {selection.isOn ? (
        <input
          type="checkbox"
          className={classes["tick"]}
          aria-label={`Tick ${name}`}
          checked={selection.ids.has(command.id)}
          onChange={() => selection.toggle(command.id)}
        />
      ) : (
        <Switch
          label={`${name} is on`}
          checked={command.enabled}
          lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
          onChange={(enabled) => mutate({ ids: [command.id], enabled })}
        />
      )}
      <NavLink className={classes["words"] ?? ""} to={`/channels/${channelId}/chat-commands/${command.id}`}>
        <span className={classes["names"]}>
          <bdi className={classes["name"]}>{name}</bdi>
          {others.length > 0 && <bdi className={classes["others"]}>{others.join(", ")}</bdi>}
        </span>
        <span className={classes["summary"]}>
          <bdi>{command.responses[0]?.text}</bdi>
        </span>
      </NavLink>
      <span className={classes["cooldown"]}>
        <span className={classes["spoken"]}>Cooldown for all and per viewer: </span>
        {cooldownWords(command.global_cooldown, command.chatter_cooldown)}
      </span>
      <CommandPlatforms command={command} />
      <Used command={command} />
      <RowMenu
        channelId={channelId}
        command={command}
        canManage={canManage}
        onTick={() => selection.toggle(command.id)}
      />
    </div>
  );
}

/** Where it answers, each platform in its own place: one that is missing leaves a gap that can be seen. */
function CommandPlatforms({ command }: { command: Command }) {
  const platforms = writable(usePlatforms());
  return (
    <span className={classes["platforms"]}>
      {platforms.map(({ provider, name }) => (
        <span key={provider} className={classes["slot"]}>
          {answersOn(provider, command.providers, command.responses) && (
            <PlatformIcon provider={provider} size={14} label={name} />
          )}
        </span>
      ))}
    </span>
  );
}

function Used({ command: { last_used_at: at } }: { command: Command }) {
  const now = useNow(at !== null, 30_000);
  return (
    <span className={classes["used"]} title={at === null ? undefined : longDateTime(at)}>
      <span className={classes["spoken"]}>Last used: </span>
      {at === null ? "Never" : shortAge(at, now)}
    </span>
  );
}
