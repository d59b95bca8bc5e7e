import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { SEARCH_LIMIT } from "../../lib/search-limit";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { useCursorPaging } from "../../ui/table/use-cursor-paging";
import { AdminUserTable } from "./admin-user-table";
import classes from "./admin-users.module.css";
import { useAdminUsers } from "./admin-users.queries";

const SEARCH_DELAY_MS = 200;

export function AdminUsersPage() {
  const [text, setText] = useState("");
  const [name] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const { perPage, cursor, goToStart, pagingTo } = useCursorPaging();
  const list = useAdminUsers({ name, perPage, cursor });

  return (
    <div className="column gap-8 miw-0">
      <PageTitle>People</PageTitle>
      <PageHeader title="People" about="All users of this server" count={list.data?.total}>
        <TextInput
          className={classes["search"] ?? ""}
          type="search"
          aria-label="Search people"
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
      <AdminUserTable list={list} paging={pagingTo(list.data?.cursor)} name={name} />
    </div>
  );
}
