import { describe, expect, test } from "vitest";
import { accessLabel, cooldownLabel, costLabel, groupCommands } from "./public-command-labels";
import type { PublicCommand } from "./public-pages.queries";

function command(name: string, overrides: Partial<PublicCommand> = {}): PublicCommand {
  const defaults = {
    text: "",
    access_level: 0,
    group: "",
    providers: [],
    global_cooldown: 0,
    chatter_cooldown: 0,
    cost: 0,
  } as const;
  return { cmds: [name], ...defaults, providers: [], ...overrides };
}

describe("the public command page", () => {
  test("groups keep the order of the server, and commands that are loaded later are added below", () => {
    const first = [command("!c", { group: "zebra" }), command("!b", { group: "Info" })];
    const shown = (commands: PublicCommand[]) =>
      groupCommands(commands).map(({ name, commands: members }) => [name, members.map(({ cmds }) => cmds[0])]);
    expect(shown(first)).toEqual([
      ["zebra", ["!c"]],
      ["Info", ["!b"]],
    ]);
    expect(shown([...first, command("!d", { group: "Info" }), command("!a")])).toEqual([
      ["zebra", ["!c"]],
      ["Info", ["!b", "!d"]],
      ["Other", ["!a"]],
    ]);
  });

  test("a group named Other is separate from ungrouped commands", () => {
    const groups = groupCommands([command("!a", { group: "Other" }), command("!b")]);
    expect(groups.map(({ name, group }) => [name, group])).toEqual([
      ["Other", "Other"],
      ["Other", ""],
    ]);
  });

  test("without groups there is no heading", () => {
    expect(groupCommands([command("!a"), command("!b")]).map(({ name }) => name)).toEqual([""]);
    expect(groupCommands([])).toEqual([]);
  });

  test("access level, cost and cooldown are shown only for a command that has them", () => {
    const labels = (one: PublicCommand) => [accessLabel(one), costLabel(one), cooldownLabel(one)];
    expect(labels(command("!a"))).toEqual([null, null, null]);
    const slow = command("!a", { access_level: 7, global_cooldown: 5, chatter_cooldown: 90, cost: 1_500 });
    expect(labels(slow)).toEqual(["Mod", "Costs 1,500", "90 s cooldown"]);
  });
});
