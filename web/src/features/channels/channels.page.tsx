import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { SEARCH_DELAY_MS, SEARCH_LIMIT } from "../../lib/search";
import { landingPath } from "../../session/channel";
import { PageTitle } from "../../ui/page/page-title";
import { Redirect } from "../../ui/page/redirect";
import { ScreenSkeleton } from "../../ui/page/screen-skeleton";
import { PageHeader } from "../../ui/page-header";
import { ChannelList } from "./channel-list";
import classes from "./channels.module.css";
import { useChannelPages } from "./channels.queries";

export function ChannelsPage() {
  const [text, setText] = useState("");
  const [name] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS);
  const list = useChannelPages(name);
  const { pathname } = useLocation();
  const hasNone = list.isSuccess && !list.isPlaceholderData && name === "" && list.total === 0;
  const only = name === "" && list.total === 1 && !list.isPlaceholderData ? list.channels[0] : undefined;

  if (pathname === "/" && list.isPending) return <ScreenSkeleton />;
  if (pathname === "/" && (hasNone || only)) {
    return (
      <Redirect to={only ? landingPath(only) : "/welcome"}>
        <ScreenSkeleton />
      </Redirect>
    );
  }
  return (
    <div className="column gap-8 p-8 ml-auto w-full maw-880 mr-auto">
      <PageTitle>Channels</PageTitle>
      <PageHeader title="Channels" about="Your channels" count={list.total}>
        {!hasNone && <SearchField value={text} onChange={setText} />}
        {!hasNone && (
          <Button component={Link} to="/create-channel" variant="filled" leftSection={<IconPlus size={16} />}>
            Create channel
          </Button>
        )}
      </PageHeader>
      <ChannelList list={list} name={name} hasNone={hasNone} onClear={() => setText("")} />
    </div>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <TextInput
      className={classes["search"] ?? ""}
      type="search"
      aria-label="Search channels"
      placeholder="Search..."
      maxLength={SEARCH_LIMIT}
      leftSection={<IconSearch size={15} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
