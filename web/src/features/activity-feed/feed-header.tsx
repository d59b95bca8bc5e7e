import { ActionIcon, Anchor, Button, Tooltip } from "@mantine/core";
import { IconAdjustments, IconChecks, IconExternalLink, IconKeyboard } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isReadable, usePlatforms } from "../../api/platforms";
import { PlatformChips } from "../../ui/fields/platform-chips";
import { Tag } from "../../ui/tag";
import classes from "./activity-feed.module.css";
import { hidesKindsOrPlatforms } from "./feed/feed-filter";
import type { Feed } from "./use-feed";

interface FeedHeaderProps {
  titleId: string;
  /** Whether the feed is a pane of a page; its header then has no description and no keyboard shortcuts button. */
  isPane: boolean;
  feed: Feed;
  /** Undefined if all loaded activities are seen. */
  onMarkAll: (() => void) | undefined;
  onHelp: () => void;
  /** Undefined in the popout. */
  onPopout: (() => void) | undefined;
  /** Undefined if the options are docked beside the list. */
  onOptions: (() => void) | undefined;
}

export function FeedHeader(props: FeedHeaderProps) {
  const { titleId, isPane, feed, onMarkAll, onHelp, onPopout, onOptions } = props;
  const { newCount, newByProvider, filter, saveProviders } = feed;
  const platforms = usePlatforms().filter(isReadable);
  return (
    <header className={classes["header"]}>
      <div className={classes["top"]} data-narrow={isPane || undefined}>
        {isPane ? <h2 id={titleId}>Activity</h2> : <h1 id={titleId}>Activity Feed</h1>}
        {newCount !== null && <Tag>{`${newCount} new`}</Tag>}
        <PlatformChips
          label="Platforms"
          platforms={platforms}
          chosen={filter?.providers ?? []}
          onChange={saveProviders}
          chipLabel={({ name }, isOn) => (isOn ? `${name} is shown` : `${name} is hidden`)}
          count={({ provider }) => newByProvider[provider] ?? 0}
          isLocked={filter === null}
        />
        <div className="row gap-4 wrap ml-auto">
          {onMarkAll && <MarkAll isPane={isPane} onClick={onMarkAll} />}
          {onOptions && (
            <Tool label="What you see" onClick={onOptions}>
              <IconAdjustments size={17} stroke={1.6} />
            </Tool>
          )}
          {!isPane && (
            <Tool label="Keyboard shortcuts" onClick={onHelp}>
              <IconKeyboard size={17} stroke={1.6} />
            </Tool>
          )}
          {onPopout && (
            <Tool label="Pop out" onClick={onPopout}>
              <IconExternalLink size={17} stroke={1.6} />
            </Tool>
          )}
        </div>
      </div>
      <p className="small muted pt-4 hidden-empty">
        {!isPane && "Follows, subs, gifts, tips and raids from all platforms. "}
        <HiddenHint feed={feed} />
      </p>
    </header>
  );
}

/** Says whether activities are hidden, with a button that shows them or hides them again. */
function HiddenHint({ feed: { filter, smaller, showAll, showSmaller } }: { feed: Feed }) {
  if (smaller.areShown) {
    return <Hint text="Your limits are off for now." action="Hide smaller ones" onClick={() => showSmaller(false)} />;
  }
  if (smaller.hidden !== null) {
    const text =
      smaller.hidden === "1"
        ? "1 smaller one is hidden by your limits."
        : `${smaller.hidden} smaller ones are hidden by your limits.`;
    return <Hint text={text} action="Show them" onClick={() => showSmaller(true)} />;
  }
  if (!filter || !hidesKindsOrPlatforms(filter)) return null;
  return <Hint text="Some are hidden by your filter." action="Show all" onClick={showAll} />;
}

function Hint({ text, action, onClick }: { text: string; action: string; onClick: () => void }) {
  return (
    <>
      {text}{" "}
      <Anchor component="button" type="button" inherit onClick={onClick}>
        {action}
      </Anchor>
    </>
  );
}

function MarkAll({ isPane, onClick }: { isPane: boolean; onClick: () => void }) {
  if (isPane) {
    return (
      <Tool label="Mark all as seen" onClick={onClick}>
        <IconChecks size={17} stroke={1.6} />
      </Tool>
    );
  }
  return (
    <Button variant="subtle" leftSection={<IconChecks size={16} />} onClick={onClick}>
      Mark all as seen
    </Button>
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
