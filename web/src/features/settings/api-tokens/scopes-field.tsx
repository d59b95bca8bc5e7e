import { VisuallyHidden } from "@mantine/core";
import classes from "./api-tokens.module.css";
import { SCOPE_AREAS, type Scope, withScope } from "./token-scopes";

interface ScopesFieldProps {
  scopes: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}

/** Table with a row per area and checkboxes for viewing and changing the area. */
export function ScopesField({ scopes, onChange }: ScopesFieldProps) {
  const box = (scope: Scope | undefined, label: string) =>
    scope && (
      <input
        type="checkbox"
        className={classes["checkbox"]}
        aria-label={label}
        checked={scopes.includes(scope)}
        onChange={(event) => onChange(withScope(scopes, scope, event.currentTarget.checked))}
      />
    );
  return (
    <table className={classes["scopes"]}>
      <caption className={classes["hint"] ?? ""}>
        It can do this in each of your channels, as far as your role there allows.
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Area</VisuallyHidden>
          </th>
          <th scope="col">View</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {SCOPE_AREAS.map(({ title, view, change }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{box(view, `View ${title}`)}</td>
            <td>{box(change, `Change ${title}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
