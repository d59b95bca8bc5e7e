import { expect, test } from "vitest";
import { newCommand } from "../../../ui/command/new-command";
import { KESTREL } from "../../../ui/preview/caller";
import { trialOf } from "./preview-request";

test("a trial is the answer that is looked at, on the platforms it goes to, for whoever asks", () => {
  const draft = { ...newCommand(), cmds: ["!game"], responses: [{ text: "Tunic", providers: [], weight: 1 }] };
  const trial = trialOf({ ...draft, providers: ["kick"] }, 0, { name: " ", level: 7, words: "now" }, "c1");
  expect(trial).toEqual({
    text: "Tunic",
    kind: "command",
    response_type: "reply",
    providers: ["kick"],
    level: 7,
    viewer_name: KESTREL.name,
    arguments: "now",
    command_id: "c1",
    command_name: "!game",
  });
});
