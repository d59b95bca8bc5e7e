import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { can, isGone, useChannel } from "../../session/channel";
import editor from "../../ui/editor/editor.module.css";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { draftOf, NEW_QUOTE } from "./draft";
import { QuoteEditor } from "./quote-editor";
import { quoteQuery } from "./quotes.queries";
import { versionOf } from "./saving";

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
  const { data, error, refetch, isFetching } = useQuery(quoteQuery(channelId, quoteId));
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (error && isGone(error)) return <Gone channelId={channelId} />;
  if (data && saved) return <QuoteEditor channelId={channelId} quote={data} saved={saved} canManage={canManage} />;
  return (
    <Waiting channelId={channelId}>
      {error && <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
    </Waiting>
  );
}

/** The place of the editor until it is there, or what to say instead. */
function Waiting({ channelId, children }: { channelId: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <SideSheet label="Quote" width="usual" onClose={() => void navigate(`/channels/${channelId}/quotes`)}>
      <PageTitle>Quotes</PageTitle>
      <div className={editor["waiting"]}>{children || <SkeletonRows count={5} label="Loading the quote" />}</div>
    </SideSheet>
  );
}

function Gone({ channelId }: { channelId: string }) {
  return (
    <Waiting channelId={channelId}>
      <EmptyState title="This quote is gone" about="Somebody has deleted it, or the link is not complete.">
        <Button component={Link} to={`/channels/${channelId}/quotes`}>
          All quotes
        </Button>
      </EmptyState>
    </Waiting>
  );
}
