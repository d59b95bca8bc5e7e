import { NativeSelect } from "@mantine/core";
import { shortDuration } from "../../../lib/time/durations";
import { Segments } from "../../../ui/buttons/segments";
import { ListBar, PublicPageLink } from "../../../ui/list/list-bar";
import { MAY_NOT_MANAGE } from "../command-labels";
import type { ChatManagement } from "../command-types";
import classes from "./command-list.module.css";
import { useCommandSettings, useSaveCommandSettings } from "./settings.queries";

const WHO: readonly { value: ChatManagement; label: string }[] = [
  { value: "editors", label: "Editors" },
  { value: "mods", label: "Moderators too" },
];
const SECONDS = [5, 10, 15, 30, 60, 120, 300];

/** Who may change commands from chat, how late a question is still answered, and where everybody can read them. */
export function SettingsBar({ channelId, canManage }: { channelId: string; canManage: boolean }) {
  const settings = useCommandSettings(channelId);
  const { mutate } = useSaveCommandSettings(channelId);
  return (
    <ListBar query={settings} beside={<PublicPageLink to={`/c/${channelId}/commands`} />}>
      {(held) => (
        <>
          <span className={classes["fromChat"]}>
            <span aria-hidden="true">!cmd in chat is for</span>
            <Segments
              label="Who can change commands from chat"
              value={held.chat_management}
              options={WHO}
              onChange={(who) => mutate({ ...held, chat_management: who })}
              lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
            />
          </span>
          <span className={classes["fromChat"]}>
            <span aria-hidden="true">answers within</span>
            <NativeSelect
              aria-label="How late a question is still answered"
              size="xs"
              value={String(held.answer_within)}
              data={choices(held.answer_within)}
              disabled={!canManage}
              title={canManage ? undefined : MAY_NOT_MANAGE}
              onChange={({ currentTarget }) => mutate({ ...held, answer_within: Number(currentTarget.value) })}
            />
          </span>
        </>
      )}
    </ListBar>
  );
}

/** The API takes any number of seconds: what holds is always among them. */
function choices(held: number) {
  const seconds = [...new Set([...SECONDS, held])].toSorted((one, other) => one - other);
  return seconds.map((each) => ({ value: String(each), label: shortDuration(each) }));
}
