import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useMatch, useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { NewButton } from "../../ui/list/new-button";
import { MAY_NOT_MANAGE } from "./filter-labels";
import { useFiltersLive } from "./filters.live";
import { useFilters } from "./filters.queries";
import { FilterList } from "./list/filter-list";
import { NewFilterDialog } from "./list/new-filter-dialog";

export function FiltersPage() {
  const { channelId = "" } = useParams();
  const isOpen = useMatch("/channels/:channelId/chat-filters/:filterId") !== null;
  useFiltersLive(channelId);
  return (
    <ListPage title="Chat Filters" isOpen={isOpen} sheet="wide">
      <FiltersPanel channelId={channelId} />
    </ListPage>
  );
}

function FiltersPanel({ channelId }: { channelId: string }) {
  const [query, setQuery] = useState("");
  const [isTypeDialogOpen, typeDialog] = useDisclosure();
  const { data } = useFilters(channelId);
  const channel = useChannel(channelId).data;
  const canManage = can(channel, "filters.manage");
  return (
    <ListPanel
      title="Chat Filters"
      count={data?.length}
      about="Automatic moderation. First match wins. Shadow = log only."
      query={query}
      onQuery={setQuery}
      searchLabel="Search filters"
      actions={
        <NewButton
          label="New filter"
          isLocked={!canManage}
          lockedBecause={channel && MAY_NOT_MANAGE}
          onClick={typeDialog.open}
        />
      }
    >
      <FilterList channelId={channelId} canManage={canManage} query={query} onNew={typeDialog.open} />
      <NewFilterDialog channelId={channelId} opened={isTypeDialogOpen} onClose={typeDialog.close} />
    </ListPanel>
  );
}
