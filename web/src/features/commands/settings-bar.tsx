import { ListBar, PublicPageLink } from "../../ui/list/list-bar";
import { Segments } from "../../ui/segments";
import type { ChatManagement } from "./command-types";
import { MAY_NOT_MANAGE } from "./command-words";
import classes from "./commands.module.css";
import { useCommandSettings, useSaveCommandSettings } from "./settings.queries";

const WHO: readonly { value: ChatManagement; label: string }[] = [
  { value: "editors", label: "Editors" },
  { value: "mods", label: "Moderators too" },
];

/** Who may change commands from chat, and where everybody can read them. */
export function SettingsBar({ channelId, canManage }: { channelId: string; canManage: boolean }) {
  const settings = useCommandSettings(channelId);
  const { mutate } = useSaveCommandSettings(channelId);
  return (
    <ListBar query={settings} beside={<PublicPageLink to={`/c/${channelId}/commands`} />}>
      {({ chat_management }) => (
        <span className={classes["fromChat"]}>
          <span aria-hidden="true">!cmd in chat is for</span>
          <Segments
            label="Who can change commands from chat"
            value={chat_management}
            options={WHO}
            onChange={(who) => mutate(who)}
            lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
          />
        </span>
      )}
    </ListBar>
  );
}
