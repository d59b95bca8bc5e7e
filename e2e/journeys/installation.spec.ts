import { mkdir, readdir, readFile } from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { Installation } from "../harness/installation.ts";

test("an installation that cannot start leaves no process and no folder", async ({ control: _own }, info) => {
  const folder = info.outputPath("temporary");
  await mkdir(folder, { recursive: true });
  const log = info.outputPath("installation.log");
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    await expect(Installation.start(log, { GREENROOM_ROLE: "nobody" })).rejects.toThrow(/ended before the server's/);
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  expect(await readdir(folder)).toEqual([]);
  const controlUrl = /^REHEARSAL_CONTROL_URL=(\S+)$/m.exec(await readFile(log, "utf8"))?.[1] ?? "";
  expect(controlUrl).toMatch(/^http/);
  await expect(fetch(controlUrl)).rejects.toThrow();
});
