import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link, useLocation } from "react-router";
import { BlankPage } from "../../ui/page/blank-page";
import { PageTitle } from "../../ui/page/page-title";
import { Redirect } from "../../ui/page/redirect";
import classes from "./connected.module.css";
import { hasConnectionId } from "./connection-id";

/** Last page of a connect popup: the opener reads from the URL what was connected, and closes the popup. */
export function ConnectedPage() {
  const { hash } = useLocation();
  if (!hasConnectionId(hash)) {
    return (
      <Redirect to="/">
        <BlankPage />
      </Redirect>
    );
  }
  return (
    <main className={classes["page"]}>
      <PageTitle>Connected</PageTitle>
      <IconCircleCheck className="mint" size={40} stroke={1.5} aria-hidden="true" />
      <h1>Connected! You can close this window.</h1>
      <NextStep />
    </main>
  );
}

// A script can close a window only if a script opened it.
function NextStep() {
  if (window.opener) return <Button onClick={() => window.close()}>Close window</Button>;
  return (
    <Button component={Link} to="/" replace>
      Go home
    </Button>
  );
}
