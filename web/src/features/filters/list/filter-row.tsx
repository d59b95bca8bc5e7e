import { VisuallyHidden } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { covers, isReadable, usePlatforms } from "../../../api/platforms";
import { formatNumber } from "../../../lib/locale";
import { useItemSwitch } from "../../../session/channel-list/use-item-switch";
import { Switch } from "../../../ui/buttons/switch";
import { ListRow } from "../../../ui/list/list-row";
import { PlatformSlots } from "../../../ui/list/platform-slots";
import { Tag } from "../../../ui/tag";
import { MAY_NOT_MANAGE } from "../filter-labels";
import type { Filter } from "../filter-types";
import { enabledSwitch, filters } from "../filters.queries";
import classes from "./filter-list.module.css";

interface FilterRowProps {
  channelId: string;
  filter: Filter;
  canManage: boolean;
  /** Menu of the row. */
  children?: ReactNode;
}

export function FilterRow({ channelId, filter, canManage, children }: FilterRowProps) {
  const { mutate } = useItemSwitch(filters, enabledSwitch, channelId);
  const platforms = usePlatforms().filter(isReadable);
  return (
    <ListRow
      to={`/channels/${channelId}/chat-filters/${filter.id}`}
      className={classes["columns"]}
      isOff={!filter.enabled}
      leading={
        <Switch
          label={`${filter.name} is on`}
          checked={filter.enabled}
          lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
          onChange={(isOn) => mutate({ item: filter, isOn })}
        />
      }
      name={<Name filter={filter} />}
      summary={filter.summary}
    >
      <PlatformSlots
        className={classes["platforms"]}
        platforms={platforms}
        isOn={(provider) => covers(filter.providers, provider)}
      />
      <span className={classes["hits"]} data-none={filter.hits_today === 0 || undefined}>
        <VisuallyHidden>Hits today: </VisuallyHidden>
        {formatNumber(filter.hits_today)}
      </span>
      {children}
    </ListRow>
  );
}

function Name({ filter }: { filter: Filter }) {
  return (
    <span className="row wrap column-gap-8">
      <bdi>{filter.name}</bdi>
      {filter.mode === "shadow" && (
        <Tag>
          <IconEye size={13} aria-hidden="true" />
          Shadow
        </Tag>
      )}
    </span>
  );
}
