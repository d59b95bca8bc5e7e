import classes from "./progress.module.css";

/** Full-page spinner with a title and what the page waits for. */
export function Progress({ title, about }: { title: string; about: string }) {
  return (
    <div className="gap-12 flex align-flex-start" role="status">
      <span className={classes["spinner"]} aria-hidden="true" />
      <div>
        <h1>{title}</h1>
        <p className="muted">{about}</p>
      </div>
    </div>
  );
}
