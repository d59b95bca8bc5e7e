import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useMatch, useNavigate, useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { useCommandPrefix } from "../../session/commands/command-prefix";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { NewButton } from "../../ui/list/new-button";
import { PublicBar } from "./list/public-bar";
import { QuoteList } from "./list/quote-list";
import { MAY_NOT_MANAGE } from "./quote-labels";
import { useQuotesLive } from "./quotes.live";
import { useQuotes } from "./quotes.queries";

const SEARCH_DELAY_MS = 250;

export function QuotesPage() {
  const { channelId = "" } = useParams();
  const isOpen = useMatch("/channels/:channelId/quotes/:channelQuoteId") !== null;
  useQuotesLive(channelId);
  return (
    <ListPage title="Quotes" isOpen={isOpen}>
      <QuotesPanel channelId={channelId} />
    </ListPage>
  );
}

function QuotesPanel({ channelId }: { channelId: string }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const [search] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS);
  const quotes = useQuotes(channelId, search);
  const channel = useChannel(channelId).data;
  const prefix = useCommandPrefix(channelId);
  const canManage = can(channel, "quotes.manage");
  const open = () => void navigate(`/channels/${channelId}/quotes/new`);
  return (
    <ListPanel
      title="Quotes"
      count={quotes.data?.total}
      about={`Your channel's quotes. ${prefix}quote shows one, Editors add with ${prefix}addquote.`}
      query={query}
      onQuery={setQuery}
      searchLabel="Search text, name or #12"
      actions={
        <NewButton label="New quote" isLocked={!canManage} lockedBecause={channel && MAY_NOT_MANAGE} onClick={open} />
      }
      bar={<PublicBar channelId={channelId} canManage={canManage} />}
    >
      <QuoteList channelId={channelId} quotes={quotes} canManage={canManage} isSearch={search !== ""} onNew={open} />
    </ListPanel>
  );
}
