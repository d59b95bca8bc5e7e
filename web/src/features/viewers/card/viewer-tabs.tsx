import { Tabs } from "@mantine/core";
import { useHistory, ViewerHistory } from "../history/viewer-history";
import { ViewerMessages } from "../history/viewer-messages";
import { useMessagesLive } from "../history/viewer-messages.live";
import { ViewerNotes } from "../history/viewer-notes";
import classes from "../viewer-card.module.css";
import type { Card, Viewer } from "../viewers.queries";

export function ViewerTabs({ card, viewer }: { card: Card; viewer: Viewer }) {
  // Also behind another tab: whoever comes back to it finds it as it is.
  useMessagesLive(card);
  const { entries, log } = useHistory(card);
  return (
    <Tabs defaultValue="history" keepMounted={false} classNames={{ tab: classes["tab"] ?? "" }}>
      <Tabs.List>
        <Tabs.Tab value="history">
          History <Count of={entries?.length} hasMore={log.hasNextPage} />
        </Tabs.Tab>
        <Tabs.Tab value="messages">Messages</Tabs.Tab>
        <Tabs.Tab value="notes">
          Notes <Count of={viewer.notes.length} />
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="history" pt={8}>
        <ViewerHistory card={card} />
        {/* Whoever looks at what somebody did should see what the team knows of them. */}
        <ViewerNotes card={card} notes={viewer.notes.slice(0, 1)} />
      </Tabs.Panel>
      <Tabs.Panel value="messages" pt={8}>
        <ViewerMessages card={card} />
      </Tabs.Panel>
      <Tabs.Panel value="notes" pt={8}>
        <ViewerNotes card={card} notes={viewer.notes} />
        {viewer.notes.length === 0 && (
          <p className={classes["empty"]}>No notes yet. The whole team sees what you add below.</p>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

function Count({ of, hasMore = false }: { of: number | undefined; hasMore?: boolean }) {
  return of ? <span className={classes["count"]}>{hasMore ? `${of}+` : of}</span> : null;
}
