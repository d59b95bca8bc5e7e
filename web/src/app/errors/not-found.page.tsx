import { useParams } from "react-router";
import classes from "./error-page.module.css";
import { ErrorScreen } from "./error-screen";

const HINT = "This page doesn't exist. It may have moved, or the link has a typo.";

export function NotFoundPage() {
  return (
    <main className={classes["alone"]}>
      <ErrorScreen status={404} statusText="Not found" hint={HINT} />
    </main>
  );
}

/** Error page for an unknown address in a channel or in the admin area, beside the sidebar and below the header. */
export function NotFoundInShell() {
  const { channelId } = useParams();
  const home = channelId === undefined ? "/admin" : `/channels/${channelId}`;
  return <ErrorScreen status={404} statusText="Page not found" hint={HINT} home={home} />;
}
