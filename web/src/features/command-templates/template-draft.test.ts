import { expect, test } from "vitest";
import { newCommand } from "../../ui/command/new-command";
import { bodyOf, commandOf, commandsWithErrors, nameOf, newTemplate, withResponse } from "./template-draft";

test("a stored command keeps its fields, and fields that it does not have get the defaults of a new command", () => {
  const command = commandOf({ cmds: ["!discord"], responses: [{ text: "Join us" }], access_level: 7 });
  expect(command).toEqual({
    ...newCommand(),
    cmds: ["!discord"],
    responses: [{ text: "Join us", providers: [], weight: 1 }],
    access_level: 7,
  });
});

test("withResponse changes only one response", () => {
  const two = {
    ...newCommand(),
    responses: [
      { text: "a", providers: [], weight: 1 },
      { text: "b", providers: [], weight: 3 },
    ],
  };
  expect(withResponse(two, 1, { text: "c" }).responses).toEqual([
    two.responses[0],
    { text: "c", providers: [], weight: 3 },
  ]);
});

test("a command without a name is labelled as new", () => {
  expect(nameOf({ cmds: [] })).toBe("New command");
  expect(nameOf({ cmds: ["!so", "!shoutout"] })).toBe("!so");
});

test("rejected fields are assigned to their commands by index", () => {
  const commands = Array.from({ length: 12 }, newCommand);
  expect(commandsWithErrors(commands, ["title", "commands.10.cmds", "commands.2.responses.0.text"])).toEqual([2, 10]);
});

test("surrounding spaces are not sent", () => {
  const { title, description } = bodyOf({ ...newTemplate(), title: " Basics ", description: " For all " });
  expect([title, description]).toEqual(["Basics", "For all"]);
});
