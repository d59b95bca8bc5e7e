import { useRouteError } from "react-router";
import { describeError } from "./describe-error";
import classes from "./error-page.module.css";
import { ErrorScreen } from "./error-screen";

/** The router's error page inside a shell. */
export function ErrorInShell() {
  return <ErrorScreen {...describeError(useRouteError())} />;
}

export function ErrorPage() {
  return (
    <main className={classes["alone"]}>
      <ErrorInShell />
    </main>
  );
}
