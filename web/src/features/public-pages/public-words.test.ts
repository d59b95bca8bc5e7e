import { describe, expect, test } from "vitest";
import type { PublicCommand } from "./public-pages.queries";
import { inGroups, levelWords, waitWords } from "./public-words";

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
  test("groups come in the order of their names, those without one last", () => {
    const groups = inGroups([command("!a"), command("!b", { group: "Info" }), command("!c", { group: "Fun" })]);
    expect(groups.map(({ name, commands }) => [name, commands.map(({ cmds }) => cmds[0])])).toEqual([
      ["Fun", ["!c"]],
      ["Info", ["!b"]],
      ["Other", ["!a"]],
    ]);
  });

  test("commands that have no group at all need no heading", () => {
    expect(inGroups([command("!a"), command("!b")]).map(({ name }) => name)).toEqual([""]);
    expect(inGroups([])).toEqual([]);
  });

  test("who can use it and how often is said only where it is not everybody and always", () => {
    expect([levelWords(command("!a")), waitWords(command("!a"))]).toEqual([null, null]);
    const slow = command("!a", { access_level: 7, global_cooldown: 5, chatter_cooldown: 90 });
    expect([levelWords(slow), waitWords(slow)]).toEqual(["Moderators", "Every 90 s"]);
  });
});
