import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { SEARCH_LIMIT } from "../../lib/search-limit";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { AdminChannelTable } from "./admin-channel-table";
import classes from "./admin-channels.module.css";
import { useAdminChannels } from "./admin-channels.queries";
import type { Paging } from "./cursor-pagination";
import { currentCursor, FIRST_PAGE, nextPage, previousPage } from "./cursor-trail";

const PAGE_SIZE = 50;
const SEARCH_DELAY_MS = 200;

export function AdminChannelsPage() {
  const [text, setText] = useState("");
  const [name] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const [perPage, setPerPage] = useState(PAGE_SIZE);
  const [trail, setTrail] = useState(FIRST_PAGE);
  const list = useAdminChannels({ name, perPage, cursor: currentCursor(trail) });
  const next = list.data?.cursor;

  const paging: Paging = {
    page: trail.length,
    perPage,
    onBack: () => setTrail(previousPage),
    onForward: next ? () => setTrail(nextPage(trail, next)) : null,
    onPerPage: (size) => {
      setPerPage(size);
      setTrail(FIRST_PAGE);
    },
  };

  return (
    <div className={classes["page"]}>
      <PageTitle>Channels</PageTitle>
      <PageHeader title="Channels" about="All channels on this server" count={list.data?.total}>
        <TextInput
          className={classes["search"] ?? ""}
          type="search"
          aria-label="Search channels"
          placeholder="Search..."
          maxLength={SEARCH_LIMIT}
          leftSection={<IconSearch size={15} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setTrail(FIRST_PAGE);
          }}
        />
      </PageHeader>
      <AdminChannelTable list={list} paging={paging} name={name} />
    </div>
  );
}
