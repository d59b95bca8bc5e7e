import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link } from "react-router";
import { ApiError, messageOf } from "../../api/errors";
import { readConnectReturn } from "../../lib/auth/connect-return";
import { safeNextPath } from "../../lib/auth/next-path";
import { readSignInNext } from "../../lib/auth/sign-in-next";
import { signInPathTo } from "../../lib/auth/sign-in-redirect";
import { getToken } from "../../lib/auth/token";
import classes from "./consent-failed.module.css";

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

export function ConsentFailed({ error, platform }: { error: unknown; platform: string }) {
  return (
    <div role="alert">
      <div className={classes["head"]}>
        <IconAlertCircle size={20} stroke={1.6} aria-hidden="true" />
        <h1>{titleOf(error, platform)}</h1>
      </div>
      <p className={classes["message"]}>{messageOf(error)}</p>
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
