import { expect, test } from "vitest";
import { newCommand } from "../../ui/command/new-command";
import { bodyOf, commandOf, nameOf, newTemplate, positionsWithErrors, withResponse } from "./template-draft";

test("an entry keeps what it says and gets the rest as a new command has it", () => {
  const command = commandOf({ cmds: ["!discord"], responses: [{ text: "Join us" }], access_level: 7 });
  expect(command).toEqual({
    ...newCommand(),
    cmds: ["!discord"],
    responses: [{ text: "Join us" }],
    access_level: 7,
  });
});

test("only the answer at its index changes", () => {
  const two = {
    ...newCommand(),
    responses: [
      { text: "a", providers: [], weight: 1 },
      { text: "b", providers: [], weight: 3 },
    ],
  };
  expect(withResponse(two, 1, "c").responses).toEqual([two.responses[0], { text: "c", providers: [], weight: 3 }]);
});

test("a command without a name is a new one", () => {
  expect(nameOf({ cmds: [] })).toBe("New command");
  expect(nameOf({ cmds: ["!so", "!shoutout"] })).toBe("!so");
});

test("refused fields lead to their commands, and 1 is not 10", () => {
  const commands = Array.from({ length: 12 }, newCommand);
  expect(positionsWithErrors(commands, ["title", "commands.10.cmds", "commands.2.responses.0.text"])).toEqual([2, 10]);
});

test("what is sent has no spaces around its words", () => {
  const { title, description } = bodyOf({ ...newTemplate(), title: " Basics ", description: " For all " });
  expect([title, description]).toEqual(["Basics", "For all"]);
});
