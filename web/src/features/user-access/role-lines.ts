import type { RoleWithPermissions } from "../../api/roles";
import { ALL_SUBJECTS, type RoleGroup } from "../../session/access/subjects";

export type Permission = RoleWithPermissions["permissions"][number];

interface RoleLine {
  text: string;
  permissions: readonly Permission[];
}

function managing(line: RoleGroup): RoleLine {
  const subjects = ALL_SUBJECTS.filter(({ role: [group] }) => group === line);
  const names = subjects.map(({ role: [, name] }) => name);
  return { text: `Manage ${names.join(", ")}`, permissions: subjects.map(({ manage }) => manage) };
}

/** Lines of the table of roles: an ability in words, and all permissions that a role needs for it. */
export const ROLE_LINES: readonly RoleLine[] = [
  {
    text: "Read chat, activity and all bot settings",
    permissions: [
      "channel.read",
      "chat.read",
      "activity.read",
      "stats.read",
      "platforms.read",
      ...ALL_SUBJECTS.flatMap(({ read }) => read ?? []),
    ],
  },
  { text: "Delete, time out, ban, and undo it", permissions: ["moderation.use"] },
  managing("chatbot"),
  managing("viewers"),
  managing("stream"),
  { text: "Change the title, run ads", permissions: ["title.update", "ads.run"] },
  { text: "Manage platforms, bots and channel settings", permissions: ["platforms.manage"] },
  { text: "Manage user access and invitations", permissions: ["access.manage"] },
  { text: "Delete the channel", permissions: ["channel.delete"] },
];

export function hasLine(role: Pick<RoleWithPermissions, "permissions">, line: RoleLine): boolean {
  return line.permissions.every((permission) => role.permissions.includes(permission));
}

/** The roles of staff, which are the roles with permissions. */
export function staffRoles(roles: readonly RoleWithPermissions[]): RoleWithPermissions[] {
  return roles.filter(({ permissions }) => permissions.length > 0);
}
