import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link, Navigate, useLocation } from "react-router";
import { PageTitle } from "../../ui/page/page-title";
import classes from "./connected.module.css";
import { hasLanded } from "./has-landed";

/** Seen for a blink: the window that opened this one finds the id in the address and closes it. */
export function ConnectedPage() {
  const { hash } = useLocation();
  if (!hasLanded(hash)) return <Navigate to="/" replace />;
  return (
    <main className={classes["page"]}>
      <PageTitle>Connected</PageTitle>
      <IconCircleCheck className={classes["icon"]} size={40} stroke={1.5} aria-hidden="true" />
      <h1>Connected, you can close this window.</h1>
      <WayOn />
    </main>
  );
}

// A script may close only what a script has opened.
function WayOn() {
  if (window.opener) return <Button onClick={() => window.close()}>Close window</Button>;
  return (
    <Button component={Link} to="/" replace>
      Go home
    </Button>
  );
}
