import { expect, test } from "vitest";
import { newCommand } from "../../../ui/command/new-command";
import { DEFAULT_CALLER } from "../../../ui/preview/caller";
import { previewRequest } from "./preview-request";

test("a preview request has the response, its platforms and the caller", () => {
  const draft = {
    ...newCommand(),
    access_level: 2 as const,
    cmds: ["!game"],
    responses: [{ text: "Tunic", providers: [], weight: 1 }],
  };
  const preview = previewRequest({ ...draft, providers: ["kick"] }, 0, { name: " ", level: 7, args: "now" }, "c1");
  expect(preview).toEqual({
    text: "Tunic",
    kind: "command",
    response_type: "say",
    providers: ["kick"],
    level: 7,
    viewer_name: DEFAULT_CALLER.name,
    arguments: "now",
    command_id: "c1",
    command_name: "!game",
    access_level: 2,
  });
});
