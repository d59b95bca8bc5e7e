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

function titleOf(error: unknown, platform: string): string {
  if (getToken()) return `Couldn't connect ${platform}`;
  return error instanceof ApiError && error.type === "consent_refused" ? "Sign-in cancelled" : "Sign-in failed";
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
        <NextStep />
      </div>
    </div>
  );
}

function NextStep() {
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
      Try again
    </Button>
  );
}
