import type { Invitation } from "../../api/types";
import { joinNames } from "../../lib/text/join-names";
import { ALL_SUBJECTS } from "../../session/access/subjects";

type Permission = Invitation["permissions"][number];

const READ: [Permission, string][] = [
  ["chat.read", "chat"],
  ["activity.read", "the activity feed"],
  ["platforms.read", "platforms"],
  ...ALL_SUBJECTS.flatMap(({ read, noun }): [Permission, string][] => (read ? [[read, noun]] : [])),
];

const MANAGE = ALL_SUBJECTS.map(({ manage, noun }): [Permission, string] => [manage, noun]);

const SINGLE: [Permission, string][] = [
  ["title.update", "Edit stream title"],
  ["ads.run", "Run ads"],
  ["platforms.manage", "Connect and disconnect platforms"],
  ["access.manage", "Invite members and change roles"],
  ["channel.delete", "Delete the channel"],
];

/** Summary of a role's permissions in a few lines. */
export function describePermissions(permissions: readonly Permission[]): string[] {
  const granted = new Set(permissions);
  const labelsOf = (list: [Permission, string][]) => list.filter(([name]) => granted.has(name)).map(([, text]) => text);
  const [readable, managed] = [labelsOf(READ), labelsOf(MANAGE)];
  return [
    ...(readable.length > 0 ? [`View ${joinNames(readable)}`] : []),
    ...(granted.has("moderation.use") ? ["Delete messages, time out and ban"] : []),
    ...(managed.length > 0 ? [`Manage ${joinNames(managed)}`] : []),
    ...labelsOf(SINGLE),
  ];
}
