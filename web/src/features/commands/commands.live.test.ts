import { expect, test } from "vitest";
import { countUses } from "./commands.live";
import { command } from "./test-command";

test("a use moves the count and the time of its command, and the last one told wins", () => {
  const list = [command("a"), command("b", { use_count: 3 })];
  const used = { type: "command_used", command_id: "a", last_used_at: "2025-03-04T21:38:00Z" } as const;
  const counted = countUses(list, [
    { ...used, use_count: 1 },
    { ...used, use_count: 2, last_used_at: "2025-03-04T21:39:00Z" },
  ]);
  expect(counted.map(({ use_count, last_used_at }) => [use_count, last_used_at])).toEqual([
    [2, "2025-03-04T21:39:00Z"],
    [3, null],
  ]);
});

test("news of other commands change nothing", () => {
  const list = [command("a")];
  expect(countUses(list, [{ type: "commands_changed" }])).toBe(list);
});
