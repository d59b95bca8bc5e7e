import classes from "./blank.module.css";

/** Nothing for the blink between the document and the first screen; a server that went away meanwhile is told of. */
export function Blank() {
  return (
    <p className={classes["late"]} role="status">
      Waiting for the server
    </p>
  );
}
