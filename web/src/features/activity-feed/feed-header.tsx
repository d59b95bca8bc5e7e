import { ActionIcon, Anchor, Button, Tooltip } from "@mantine/core";
import { IconAdjustments, IconChecks, IconExternalLink, IconKeyboard } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isReadable, type Provider, usePlatforms } from "../../api/platforms";
import { PlatformChips } from "../../ui/fields/platform-chips";
import { Tag } from "../../ui/tag";
import classes from "./activity-feed.module.css";
import type { FeedFilter } from "./feed/activity-types";
import { isFiltered } from "./feed/feed-filter";

interface FeedHeaderProps {
  titleId: string;
  /** "4", or "50+" if older rows are not loaded. */
  newCount: string | null;
  filter: FeedFilter | null;
  onProviders: (providers: Provider[]) => void;
  onShowAll: () => void;
  /** Undefined if all are seen. */
  onMarkAll: (() => void) | undefined;
  onHelp: () => void;
  /** Undefined in the popout. */
  onPopout: (() => void) | undefined;
  /** Undefined if the options are beside the list. */
  onOptions: (() => void) | undefined;
}

export function FeedHeader(props: FeedHeaderProps) {
  const { titleId, newCount, filter, onProviders, onShowAll, onMarkAll, onHelp, onPopout, onOptions } = props;
  const platforms = usePlatforms().filter(isReadable);
  return (
    <header className={classes["header"]}>
      <div className={classes["top"]}>
        <h1 id={titleId}>Activity Feed</h1>
        {newCount !== null && <Tag>{`${newCount} new`}</Tag>}
        <PlatformChips
          label="Platforms"
          platforms={platforms}
          chosen={filter?.providers ?? []}
          onChange={onProviders}
          chipLabel={({ name }, isOn) => (isOn ? `${name} is shown` : `${name} is hidden`)}
          isLocked={filter === null}
        />
        <div className={classes["tools"]}>
          {onMarkAll && (
            <Button variant="subtle" leftSection={<IconChecks size={16} />} onClick={onMarkAll}>
              Mark all as seen
            </Button>
          )}
          {onOptions && (
            <Tool label="What you see" onClick={onOptions}>
              <IconAdjustments size={17} stroke={1.6} />
            </Tool>
          )}
          <Tool label="Keyboard shortcuts" onClick={onHelp}>
            <IconKeyboard size={17} stroke={1.6} />
          </Tool>
          {onPopout && (
            <Tool label="Pop out" onClick={onPopout}>
              <IconExternalLink size={17} stroke={1.6} />
            </Tool>
          )}
        </div>
      </div>
      <p className={classes["about"]}>
        Follows, subs, gifts, tips and raids from all platforms.
        {filter && isFiltered(filter) && (
          <>
            {" Some are hidden by your filter. "}
            <Anchor component="button" type="button" inherit onClick={onShowAll}>
              Show all
            </Anchor>
          </>
        )}
      </p>
    </header>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
