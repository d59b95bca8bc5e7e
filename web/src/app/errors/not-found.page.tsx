import classes from "./error-page.module.css";
import { ErrorScreen } from "./error-screen";

export function NotFoundPage() {
  return (
    <main className={classes["alone"]}>
      <ErrorScreen
        status={404}
        statusText="Not found"
        hint="This page doesn't exist. It may have moved, or the link has a typo."
      />
    </main>
  );
}
