import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "react-router";
import { ApiError, messageOf } from "../../api/errors";
import { platformsQuery } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { readConnectReturn } from "../../lib/auth/connect-return";
import { safeNextPath } from "../../lib/auth/next-path";
import { readSignInNext } from "../../lib/auth/sign-in-next";
import { signInPathTo } from "../../lib/auth/sign-in-redirect";
import { getToken } from "../../lib/auth/token";
import { EmptyState } from "../../ui/empty-state";
import { CentredPage } from "../../ui/page/centred-page";
import { PageTitle } from "../../ui/page/page-title";
import { Progress } from "../../ui/page/progress";
import { Redirect } from "../../ui/page/redirect";
import { ScreenError } from "../../ui/page/screen-error";
import { finishConsent, isOAuthResponse } from "./finish-consent";
import classes from "./oauth.module.css";

const NO_PAGE = "This page doesn't exist. It may have moved, or the link has a typo.";

/** OAuth callback page of every platform; completes the flow and redirects to the path that the server returns. */
export function OAuthPage() {
  const { provider = "" } = useParams();
  const { search } = useLocation();
  const platforms = useQuery(platformsQuery);
  const platform = platforms.data?.find((candidate) => candidate.provider === provider && isInUse(candidate));
  if (platforms.data && !platform) throw new ScreenError(404, "Not found", NO_PAGE);
  const name = platform?.name ?? provider;
  return (
    <CentredPage>
      <PageTitle>{`Connecting ${name}`}</PageTitle>
      {isOAuthResponse(search) ? <Consent provider={provider} search={search} name={name} /> : <NothingToDo />}
    </CentredPage>
  );
}

/** Whether the installation has the platform: without adapter or client id all flags are false. */
function isInUse({ flags }: Platform): boolean {
  return Object.values(flags).some(Boolean);
}

function Consent({ provider, search, name }: { provider: string; search: string; name: string }) {
  const consent = useQuery({
    queryKey: ["consent", provider, search],
    queryFn: () => finishConsent({ provider, search }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const progress = <Progress title={`Connecting ${name}`} about="This only takes a moment." />;
  if (consent.data) return <Redirect to={consent.data}>{progress}</Redirect>;
  if (consent.isError && isOldSignIn(consent.error)) return <Redirect to="/">{progress}</Redirect>;
  return consent.isError ? <ConsentFailed error={consent.error} platform={name} /> : progress;
}

// After a sign-in, the browser's Back button resends the platform's form, which leads to this page again.
function isOldSignIn(error: unknown): boolean {
  const isUsed = error instanceof ApiError && error.type === "state_used";
  return isUsed && getToken() !== null && !window.opener && !readConnectReturn();
}

function NothingToDo() {
  return (
    <EmptyState
      heading="h1"
      title="Nothing to do here"
      about="This page is only used while you sign in or connect an account."
    >
      <Button component={Link} to="/" replace>
        Go home
      </Button>
    </EmptyState>
  );
}

const SIGN_IN_TITLES: Record<string, string> = {
  consent_refused: "Sign-in cancelled",
  invitation_needed: "You need an invitation",
  invite_gone: "Invalid invitation",
  sign_up_closed: "Sign-up is closed",
  user_suspended: "Account suspended",
};

function titleOf(error: unknown, platform: string): string {
  if (getToken()) return `Couldn't connect ${platform}`;
  return (error instanceof ApiError && SIGN_IN_TITLES[error.type]) || "Sign-in failed";
}

/** Whether the server refuses this account, so that a retry with the same account fails. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 410);
}

function ConsentFailed({ error, platform }: { error: unknown; platform: string }) {
  return (
    <div role="alert">
      <div className="row gap-8 red">
        <IconAlertCircle size={20} stroke={1.6} aria-hidden="true" />
        <h1>{titleOf(error, platform)}</h1>
      </div>
      <p className="breaks mt-8">{messageOf(error)}</p>
      <div className={classes["actions"]}>
        <NextStep label={!getToken() && isRefused(error) ? "Use another account" : "Try again"} />
      </div>
    </div>
  );
}

function NextStep({ label }: { label: string }) {
  if (window.opener) {
    return (
      <Button variant="filled" onClick={() => window.close()}>
        Close window
      </Button>
    );
  }
  const to = getToken() ? safeNextPath(readConnectReturn()?.path) : signInPathTo(safeNextPath(readSignInNext()));
  return (
    <Button variant="filled" component={Link} to={to} replace>
      {label}
    </Button>
  );
}
