import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { usePlatforms } from "../../api/platforms";
import { can, useChannel } from "../../session/channel";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { versionOf } from "../../ui/editor/version";
import { draftOf, NEW_QUOTE } from "./editor/draft";
import { QuoteEditor } from "./editor/quote-editor";
import { quoteQuery } from "./quotes.queries";

const NEW = { draft: NEW_QUOTE, version: null };

export function QuotePage() {
  const { channelId = "", channelQuoteId = "" } = useParams();
  const canManage = can(useChannel(channelId).data, "quotes.manage");
  if (channelQuoteId === "new") {
    return <QuoteEditor channelId={channelId} quote={null} saved={NEW} canManage={canManage} />;
  }
  return <SavedQuote key={channelQuoteId} channelId={channelId} quoteId={channelQuoteId} canManage={canManage} />;
}

interface SavedQuoteProps {
  channelId: string;
  quoteId: string;
  canManage: boolean;
}

function SavedQuote({ channelId, quoteId, canManage }: SavedQuoteProps) {
  const query = useQuery(quoteQuery(channelId, quoteId));
  const { data } = query;
  const platforms = usePlatforms();
  const saved = useMemo(() => data && { draft: draftOf(data, platforms), version: versionOf(data) }, [data, platforms]);
  if (data && saved) {
    return (
      <QuoteEditor
        channelId={channelId}
        quote={data}
        saved={saved}
        isDeleted={isInaccessible(query.error)}
        canManage={canManage}
      />
    );
  }
  return <EditorPlaceholder item="quote" title="Quotes" list={`/channels/${channelId}/quotes`} query={query} />;
}
