import { expect, test } from "vitest";
import { fileName } from "./save-file";

test.each([
  ["Night Shift", "night-shift.yaml"],
  ["../../etc/passwd", "etc-passwd.yaml"],
  ["花森ハナ", "花森ハナ.yaml"],
  ["???", "channel.yaml"],
  ["x".repeat(200), `${"x".repeat(60)}.yaml`],
])("%s is saved as %s", (title, name) => {
  expect(fileName(title, "yaml")).toBe(name.normalize("NFKD"));
});
