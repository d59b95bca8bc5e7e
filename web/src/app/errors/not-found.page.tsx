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

/** For unknown addresses of a channel or of the admin area: sidebar and header stay. */
export function NotFoundInShell() {
  const { channelId } = useParams();
  const home = channelId === undefined ? "/admin" : `/channels/${channelId}`;
  return <ErrorScreen status={404} statusText="Page not found" hint={HINT} home={home} />;
}
