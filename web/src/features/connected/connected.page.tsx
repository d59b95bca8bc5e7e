import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { PageTitle } from "../../ui/page-title";
import classes from "./connected.module.css";

/** Seen for a blink: the window that opened this one finds the id in the address and closes it. */
export function ConnectedPage() {
  return (
    <main className={classes["page"]}>
      <PageTitle>Connected</PageTitle>
      <IconCircleCheck className={classes["icon"]} size={40} stroke={1.5} aria-hidden="true" />
      <h1>Connected, you can close this window.</h1>
      <Button onClick={() => window.close()}>Close window</Button>
    </main>
  );
}
