import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { SEARCH_LIMIT } from "../../lib/search-limit";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { useCursorPaging } from "../../ui/table/use-cursor-paging";
import { AdminChannelTable } from "./admin-channel-table";
import classes from "./admin-channels.module.css";
import { useAdminChannels } from "./admin-channels.queries";

const SEARCH_DELAY_MS = 200;

export function AdminChannelsPage() {
  const [text, setText] = useState("");
  const [name] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const { perPage, cursor, goToStart, pagingTo } = useCursorPaging();
  const list = useAdminChannels({ name, perPage, cursor });

  return (
    <div className="column gap-8 miw-0">
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
            goToStart();
          }}
        />
      </PageHeader>
      <AdminChannelTable list={list} paging={pagingTo(list.data?.cursor)} name={name} />
    </div>
  );
}
