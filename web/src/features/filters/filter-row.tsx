import { IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { usePlatforms } from "../../api/platforms";
import { PlatformIcon } from "../../ui/platform-icon";
import { Switch } from "../../ui/switch";
import { Tag } from "../../ui/tag";
import type { Filter } from "./filter-types";
import { MAY_NOT_MANAGE } from "./filter-words";
import classes from "./filters.module.css";
import { useSwitchFilter } from "./filters.queries";

interface FilterRowProps {
  channelId: string;
  filter: Filter;
  canManage: boolean;
  /** What can be done with the row as a whole. */
  children?: ReactNode;
}

export function FilterRow({ channelId, filter, canManage, children }: FilterRowProps) {
  const { mutate } = useSwitchFilter(channelId);
  return (
    <li className={classes["row"]} data-off={!filter.enabled || undefined}>
      <Switch
        label={`${filter.name} is on`}
        checked={filter.enabled}
        lockedBecause={canManage ? undefined : MAY_NOT_MANAGE}
        onChange={(enabled) => mutate({ filter, enabled })}
      />
      <NavLink className={classes["words"] ?? ""} to={`/channels/${channelId}/chat-filters/${filter.id}`}>
        <span className={classes["name"]}>
          <bdi>{filter.name}</bdi>
          {filter.mode === "shadow" && (
            <Tag>
              <IconEye size={13} aria-hidden="true" />
              Shadow
            </Tag>
          )}
        </span>
        <span className={classes["summary"]}>{filter.summary}</span>
      </NavLink>
      <FilterPlatforms providers={filter.providers} />
      <span className={classes["hits"]} data-none={filter.hits_today === 0 || undefined}>
        <span className={classes["spoken"]}>Hits today: </span>
        {filter.hits_today.toLocaleString("en-GB")}
      </span>
      {children}
    </li>
  );
}

/** Where it watches, each platform in its own place: one that is missing leaves a gap that can be seen. */
function FilterPlatforms({ providers }: { providers: readonly string[] }) {
  const platforms = usePlatforms().filter(({ flags }) => flags.chatRead);
  return (
    <span className={classes["platforms"]}>
      {platforms.map(({ provider, name }) => (
        <span key={provider} className={classes["slot"]}>
          {(providers.length === 0 || providers.includes(provider)) && (
            <PlatformIcon provider={provider} size={14} label={name} />
          )}
        </span>
      ))}
    </span>
  );
}
