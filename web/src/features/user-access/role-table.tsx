import { VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useRoles } from "../../api/roles";
import { Panel } from "../../ui/panel";
import { hasLine, ROLE_LINES, staffRoles } from "./role-lines";
import classes from "./user-access.module.css";

/** Table "What each role can do", from the permissions that the server declares. */
export function RoleTable() {
  const roles = staffRoles(useRoles().data ?? []);
  return (
    <Panel aria-labelledby="role-table">
      <div className={classes["head"]}>
        <h2 id="role-table">What each role can do</h2>
        <p className={classes["hint"]}>Nobody can give a role above their own</p>
      </div>
      <table className={classes["roles"]} aria-labelledby="role-table">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Ability</VisuallyHidden>
            </th>
            {roles.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROLE_LINES.map((line) => (
            <tr key={line.text}>
              <th scope="row">{line.text}</th>
              {roles.map((role) => (
                <td key={role.name}>
                  <Mark isOn={hasLine(role, line)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Mark({ isOn }: { isOn: boolean }) {
  if (!isOn) {
    return (
      <span className={classes["no"]}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>No</VisuallyHidden>
      </span>
    );
  }
  return (
    <>
      <IconCheck className={classes["yes"]} size={15} stroke={1.9} aria-hidden="true" />
      <VisuallyHidden>Yes</VisuallyHidden>
    </>
  );
}
