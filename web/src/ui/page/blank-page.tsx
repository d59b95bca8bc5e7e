import classes from "./blank-page.module.css";

/** Page until the first screen loads: `data-waiting` keeps the splash of index.html; the text appears after 3 s. */
export function BlankPage() {
  return (
    <p className={classes["banner"]} role="status" data-waiting>
      Connecting to the server
    </p>
  );
}
