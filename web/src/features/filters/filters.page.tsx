import { Button, TextInput, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Outlet, useMatch, useParams } from "react-router";
import { SEARCH_LIMIT } from "../../lib/search-limit";
import { can, useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page-title";
import { Panel } from "../../ui/panel";
import { useIsSheetDocked } from "../../ui/side-sheet";
import { FilterList } from "./filter-list";
import { MAY_NOT_MANAGE } from "./filter-words";
import { useFiltersLive } from "./filters.live";
import classes from "./filters.module.css";
import { useFilters } from "./filters.queries";
import { NewFilterDialog } from "./new-filter-dialog";

export function FiltersPage() {
  const { channelId = "" } = useParams();
  const isOpen = useMatch("/channels/:channelId/chat-filters/:filterId") !== null;
  const isDocked = useIsSheetDocked();
  useFiltersLive(channelId);
  return (
    <div className={classes["page"]} data-open={isOpen || undefined}>
      {!isOpen && <PageTitle>Chat Filters</PageTitle>}
      <div className={classes["list"]} inert={isOpen && !isDocked}>
        <ListPanel channelId={channelId} />
      </div>
      <Outlet />
    </div>
  );
}

function ListPanel({ channelId }: { channelId: string }) {
  const [query, setQuery] = useState("");
  const [isChoosing, choosing] = useDisclosure();
  const { data } = useFilters(channelId);
  const channel = useChannel(channelId).data;
  const canManage = can(channel, "filters.manage");
  return (
    <Panel className={classes["panel"] ?? ""} aria-labelledby="filters-title">
      <header className={classes["head"]}>
        <h1 id="filters-title">Chat Filters</h1>
        {data && <span className={classes["count"]}>{data.length}</span>}
        <Tooltip label={MAY_NOT_MANAGE} disabled={canManage || !channel}>
          <Button
            className={classes["new"] ?? ""}
            variant="filled"
            leftSection={<IconPlus size={16} />}
            aria-disabled={!canManage}
            onClick={() => canManage && choosing.open()}
          >
            New filter
          </Button>
        </Tooltip>
      </header>
      <p className={classes["about"]}>
        What the bot removes before anyone has to. The first match decides; Shadow only watches.
      </p>
      <TextInput
        className={classes["search"] ?? ""}
        type="search"
        aria-label="Search filters"
        placeholder="Search filters"
        maxLength={SEARCH_LIMIT}
        leftSection={<IconSearch size={15} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <FilterList channelId={channelId} canManage={canManage} query={query} onNew={choosing.open} />
      <NewFilterDialog channelId={channelId} opened={isChoosing} onClose={choosing.close} />
    </Panel>
  );
}
