import { NativeSelect } from "@mantine/core";
import { shortDuration } from "../../../lib/time/durations";
import { Segments } from "../../../ui/buttons/segments";
import { ListBar, PublicPageLink } from "../../../ui/list/list-bar";
import { MAY_NOT_MANAGE } from "../command-labels";
import type { ChatManagement } from "../command-types";
import { useCommandSettings, useSaveCommandSettings } from "./settings.queries";

const CHAT_MANAGERS: readonly { value: ChatManagement; label: string }[] = [
  { value: "editors", label: "Editors" },
  { value: "mods", label: "Mods" },
];
const MAX_AGES_IN_SECONDS = [5, 10, 15, 30, 60, 120, 300];

export function SettingsBar({ channelId, canManage }: { channelId: string; canManage: boolean }) {
  const query = useCommandSettings(channelId);
  const { mutate } = useSaveCommandSettings(channelId);
  return (
    <ListBar query={query} trailing={<PublicPageLink to={`/c/${channelId}/commands`} />}>
      {(settings) => (
        <>
          <span className="inline-row wrap column-gap-8 row-gap-4">
            <span aria-hidden="true">{`Who can edit commands with ${settings.prefix}cmd`}</span>
            <Segments
              label={`Who can edit commands with ${settings.prefix}cmd`}
              value={settings.chat_management}
              options={CHAT_MANAGERS}
              onChange={(who) => mutate({ chat_management: who })}
              lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
            />
          </span>
          <span className="inline-row wrap column-gap-8 row-gap-4">
            <span aria-hidden="true">Ignore commands older than</span>
            <NativeSelect
              aria-label="Ignore commands older than"
              size="xs"
              value={String(settings.answer_within)}
              data={options(settings.answer_within)}
              disabled={!canManage}
              title={canManage ? undefined : MAY_NOT_MANAGE}
              onChange={({ currentTarget }) => mutate({ answer_within: Number(currentTarget.value) })}
            />
          </span>
        </>
      )}
    </ListBar>
  );
}

/** Ages from which commands can be ignored: the presets, and the saved value, which may be any from 5 to 300 s. */
function options(current: number) {
  const seconds = [...new Set([...MAX_AGES_IN_SECONDS, current])].toSorted((one, other) => one - other);
  return seconds.map((each) => ({ value: String(each), label: shortDuration(each) }));
}
