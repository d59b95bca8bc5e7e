import classes from "./progress.module.css";

/** A page that only waits says what for. */
export function Progress({ title, about }: { title: string; about: string }) {
  return (
    <div className={classes["progress"]} role="status">
      <span className={classes["spinner"]} aria-hidden="true" />
      <div>
        <h1>{title}</h1>
        <p className={classes["about"]}>{about}</p>
      </div>
    </div>
  );
}
