import { Button } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useId } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { can, useChannel } from "../../session/channel";
import { useOnceOpened } from "../../ui/dialogs/use-once-opened";
import { EmptyState } from "../../ui/empty-state";
import { ListPlaceholder } from "../../ui/list/list-placeholder";
import { MirrorPicture } from "../../ui/mirror-picture";
import { Panel } from "../../ui/panel";
import { ShortcutsDialog } from "../../ui/shortcuts/help-key";
import classes from "./activity-feed.module.css";
import { useAcknowledgeAll } from "./feed/activity-feed.queries";
import { isFiltered } from "./feed/feed-filter";
import { FeedHeader } from "./feed-header";
import { ActivityList } from "./list/activity-list";
import { FeedOptions } from "./options/feed-options";
import { openFeedPopout } from "./popouts";
import { type Feed, isNew, useFeed } from "./use-feed";

const OptionsDrawer = lazy(() =>
  loadScreen(async () => ({ default: (await import("./options/options-drawer")).OptionsDrawer })),
);

const DOCKED_QUERY = "(min-width: 75em)";

interface ActivityFeedProps {
  channelId: string;
  isPopout: boolean;
  /** Whether the feed is one of several panes of a page; its options then open in a drawer. */
  isPane?: boolean;
}

export function ActivityFeed({ channelId, isPopout, isPane = false }: ActivityFeedProps) {
  const isWide = useMediaQuery(DOCKED_QUERY, true, { getInitialValueInEffect: false });
  const isDocked = isWide === true && !isPopout && !isPane;
  const [isHelpOpen, help] = useDisclosure();
  const [isOptionsOpen, options] = useDisclosure();
  const wereOptionsOpen = useOnceOpened(isOptionsOpen);
  const titleId = useId();
  const feed = useFeed(channelId);
  const { rows, settings, actions, save, chime } = feed;
  const newest = rows?.[0];
  const markAll = useAcknowledgeAll(channelId);
  const canTest = can(useChannel(channelId).data, "title.update");
  const content = settings && (
    <FeedOptions {...{ channelId, settings, onSave: save, chime, canTest }} isInDialog={!isDocked} />
  );
  return (
    <div className={classes["screen"]} data-docked={isDocked || undefined}>
      <Panel className="column clip mih-0" aria-labelledby={titleId}>
        <FeedHeader
          titleId={titleId}
          isPane={isPane}
          feed={feed}
          onMarkAll={newest && rows?.some(isNew) ? () => markAll.mutate(newest.id) : undefined}
          onHelp={help.open}
          onPopout={isPopout ? undefined : () => openFeedPopout(channelId)}
          onOptions={isDocked ? undefined : options.open}
        />
        {rows && rows.length > 0 ? (
          <ActivityList
            channelId={channelId}
            rows={rows}
            isGrouped={settings?.group_follows ?? true}
            pages={feed.pages}
            actions={actions}
          />
        ) : (
          <NoRows feed={feed} />
        )}
      </Panel>
      {isDocked && (
        <Panel className="column clip mih-0" aria-label="What you see">
          <div className={classes["sideHead"]}>
            <h2>What you see</h2>
            <span>Saved for you</span>
          </div>
          {content}
        </Panel>
      )}
      <Suspense>
        {wereOptionsOpen && (
          <OptionsDrawer isOpen={isOptionsOpen && !isDocked} onClose={options.close}>
            {content}
          </OptionsDrawer>
        )}
      </Suspense>
      <Suspense>{isHelpOpen && <ShortcutsDialog onClose={help.close} />}</Suspense>
    </div>
  );
}

function NoRows({ feed }: { feed: Feed }) {
  const { rows, settingsQuery: query, pages, filter, showAll } = feed;
  if (!rows) return <ListPlaceholder query={query.error ? query : pages} label="Loading activities" />;
  if (filter && isFiltered(filter)) {
    return (
      <EmptyState title="No activities found" about="Your filter hides all there are.">
        <Button onClick={showAll}>Show all</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No activities yet"
      about="Follows, subs, gifts, tips and raids of all platforms appear here as they happen."
      picture={<MirrorPicture />}
    />
  );
}
