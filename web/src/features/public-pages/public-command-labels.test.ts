import { describe, expect, test } from "vitest";
import { inGroups, waitWords, whoWords } from "./public-command-labels";
import type { PublicCommand } from "./public-pages.queries";

function command(name: string, facts: Partial<PublicCommand> = {}): PublicCommand {
  const rest = {
    text: "",
    access_level: 0,
    group: "",
    providers: [],
    global_cooldown: 0,
    chatter_cooldown: 0,
  } as const;
  return { cmds: [name], ...rest, providers: [], ...facts };
}

describe("the public page of commands", () => {
  test("groups stay in the order in which they come, so that more of them are added below", () => {
    const first = [command("!c", { group: "zebra" }), command("!b", { group: "Info" })];
    const shown = (commands: PublicCommand[]) =>
      inGroups(commands).map(({ name, commands: own }) => [name, own.map(({ cmds }) => cmds[0])]);
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

  test("a group that is called Other is another one than those without a group", () => {
    const groups = inGroups([command("!a", { group: "Other" }), command("!b")]);
    expect(groups.map(({ name, group }) => [name, group])).toEqual([
      ["Other", "Other"],
      ["Other", ""],
    ]);
  });

  test("commands that have no group at all need no heading", () => {
    expect(inGroups([command("!a"), command("!b")]).map(({ name }) => name)).toEqual([""]);
    expect(inGroups([])).toEqual([]);
  });

  test("who can use it and how often is said only where it is not everybody and always", () => {
    expect([whoWords(command("!a")), waitWords(command("!a"))]).toEqual([null, null]);
    const slow = command("!a", { access_level: 7, global_cooldown: 5, chatter_cooldown: 90 });
    expect([whoWords(slow), waitWords(slow)]).toEqual(["Moderators and above", "Every 90 s"]);
  });
});
