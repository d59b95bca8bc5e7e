import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "react-router";
import { ApiError, messageOf } from "../../api/errors";
import { inviteToken, tokenIn } from "../../lib/auth/invite-token";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Panel } from "../../ui/panel";
import { InvitationPanel } from "./invitation-panel";
import classes from "./invite.module.css";
import { inviteQuery } from "./invites.queries";

export function InvitePage() {
  const { channelUserInviteId = "" } = useParams();
  // A link inside the app: the loader reads the URL before the router changes it, so the token is read here.
  const token = tokenIn(useLocation().hash) ?? inviteToken(channelUserInviteId);
  return (
    <div className={classes["page"]}>
      <PageTitle>Invitation</PageTitle>
      <InviteState inviteId={channelUserInviteId} token={token} />
    </div>
  );
}

function InviteState({ inviteId, token }: { inviteId: string; token: string | null }) {
  const { data, error, refetch, isFetching } = useQuery(inviteQuery(inviteId, token));
  if (token === null) return <NotUsable reason="The link is incomplete. Open the full link you received." />;
  if (isFinal(error)) return <NotUsable reason={messageOf(error)} />;
  if (error) {
    return <ErrorPanel heading="h1" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return data ? <InvitationPanel invitation={data} token={token} /> : <Loading />;
}

// Any client error but the rate limit is final: the invitation is expired, used, revoked or unknown.
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

function NotUsable({ reason }: { reason: string }) {
  return (
    <Panel className={classes["empty"] ?? ""}>
      <EmptyState heading="h1" title="Invalid invitation" about={reason}>
        <Button component={Link} to="/channels">
          Your channels
        </Button>
      </EmptyState>
    </Panel>
  );
}

function Loading() {
  return (
    <Panel className={classes["panel"] ?? ""} role="status">
      <VisuallyHidden component="h1">Loading invitation</VisuallyHidden>
      <Skeleton width={220} height={20} />
      <Skeleton width="80%" height={14} />
      <Skeleton width="70%" height={72} />
      <Skeleton width={96} height={32} />
    </Panel>
  );
}
