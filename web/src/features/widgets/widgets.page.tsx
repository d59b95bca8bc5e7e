import { TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { SEARCH_LIMIT } from "../../lib/search";
import { can, useChannel } from "../../session/channel";
import { EmptyState } from "../../ui/empty-state";
import { NewButton } from "../../ui/list/new-button";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { NewWidgetDialog } from "./list/new-widget-dialog";
import { WidgetGrid } from "./list/widget-grid";
import { MAY_NOT_MANAGE } from "./widget-labels";
import { useWidgetsLive } from "./widgets.live";
import { widgetsQuery } from "./widgets.queries";

export function WidgetsPage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  if (channel && !can(channel, "widgets.manage")) return <NoAccess />;
  return <Widgets key={channelId} channelId={channelId} />;
}

function Widgets({ channelId }: { channelId: string }) {
  useWidgetsLive(channelId);
  const [query, setQuery] = useState("");
  const [isChoosing, choosing] = useDisclosure();
  const count = useQuery(widgetsQuery(channelId)).data?.length;
  return (
    <>
      <PageTitle>Stream Widgets</PageTitle>
      <PageHeader title="Stream Widgets" count={count} about="Put these into OBS as browser sources.">
        <TextInput
          w={200}
          type="search"
          aria-label="Search widgets"
          placeholder="Search widgets"
          maxLength={SEARCH_LIMIT}
          leftSection={<IconSearch size={15} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <NewButton label="New widget" isLocked={false} lockedBecause={undefined} onClick={choosing.open} />
      </PageHeader>
      <WidgetGrid channelId={channelId} query={query} onNew={choosing.open} />
      <NewWidgetDialog channelId={channelId} opened={isChoosing} onClose={choosing.close} />
    </>
  );
}

/** Shown to users who may not manage widgets, in place of the list, which offers secret addresses to copy. */
function NoAccess() {
  return (
    <Panel>
      <PageTitle>Stream Widgets</PageTitle>
      <EmptyState heading="h1" title="Stream Widgets" about={`${MAY_NOT_MANAGE}.`} />
    </Panel>
  );
}
