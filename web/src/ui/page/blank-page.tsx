import classes from "./blank-page.module.css";

/** The page until the first screen loads: it keeps the splash of index.html, and adds a text after 3 s. */
export function BlankPage() {
  return (
    <p className={classes["banner"]} role="status" data-waiting>
      Connecting to the server
    </p>
  );
}
