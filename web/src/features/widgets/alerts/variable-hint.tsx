import classes from "./alerts.module.css";

const VARIABLES: readonly [string, string][] = [
  ["{name}", "viewer"],
  ["{amount}", "money or coins"],
  ["{count}", "subs, Bits or viewers"],
  ["{months}", "months subscribed"],
  ["{tier}", "tier"],
  ["{title}", "reward or gift"],
  ["{recipient}", "who got the gift"],
  ["{platform}", "platform"],
  ["{message}", "message of the viewer"],
];

export function VariableHint() {
  return (
    <details className={classes["hint"]}>
      <summary>Variables</summary>
      <ul>
        {VARIABLES.map(([name, about]) => (
          <li key={name}>
            <code>{name}</code> {about}
          </li>
        ))}
      </ul>
    </details>
  );
}
