import classes from "./blank.module.css";

/** Empty page until the first screen loads; after a while it says that it is connecting. */
export function BlankPage() {
  return (
    <p className={classes["banner"]} role="status">
      Connecting to the server
    </p>
  );
}
