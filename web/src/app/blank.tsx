import classes from "./blank.module.css";

/** Empty page until the first screen loads, with the offline banner. */
export function Blank() {
  return (
    <p className={classes["banner"]} role="status">
      Connecting to the server
    </p>
  );
}
