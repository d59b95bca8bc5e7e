import { expect, test } from "vitest";
import type { RoleWithPermissions } from "../../api/roles";
import { hasLine, type Permission, ROLE_LINES, staffRoles } from "./role-lines";

function role(name: string, ...permissions: Permission[]): RoleWithPermissions {
  return { name, level: 7, selectable: true, permissions };
}

// The permissions that the requirements name, written by hand.
const READ = "chat activity platforms commands timers filters quotes gambling giveaways queues";
const MANAGED = "commands timers filters quotes gambling giveaways queues platforms access";
const OTHERS = ["moderation.use", "title.update", "ads.run", "channel.delete"];

test("every permission that the requirements name is in exactly one line of the table of roles [A3 A4 A5 A6]", () => {
  const all: string[] = ROLE_LINES.flatMap(({ permissions }) => permissions);
  const named = (subjects: string, verb: string) => subjects.split(" ").map((subject) => `${subject}.${verb}`);
  const required = [...named(READ, "read"), ...named(MANAGED, "manage"), ...OTHERS];
  expect(required.filter((permission) => !all.includes(permission))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test("a line is ticked for a role only if the role has every permission of the line [A4]", () => {
  const line = { text: "Change the title, run ads", permissions: ["title.update", "ads.run"] } as const;
  expect(hasLine(role("Editor", "title.update", "ads.run"), line)).toBe(true);
  expect(hasLine(role("Mod", "title.update"), line)).toBe(false);
});

test("a role without permissions has no column [A2]", () => {
  expect(staffRoles([role("VIP"), role("Mod", "chat.read")]).map(({ name }) => name)).toEqual(["Mod"]);
});
