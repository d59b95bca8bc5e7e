import { expect, test } from "vitest";
import { createQueryClient } from "../query-client";
import { updateOptimistically } from "./optimistic";

test("an optimistic change shows in every cached list whose key starts with the given key, and can be rolled back", async () => {
  const client = createQueryClient(() => undefined);
  client.setQueryData(["list", "a"], [1, 2]);
  client.setQueryData(["list", "b"], [2, 3]);
  const undo = await updateOptimistically<number[]>(client, ["list"], (list) => list.filter((each) => each !== 2));
  expect([client.getQueryData(["list", "a"]), client.getQueryData(["list", "b"])]).toEqual([[1], [3]]);
  undo();
  expect([client.getQueryData(["list", "a"]), client.getQueryData(["list", "b"])]).toEqual([
    [1, 2],
    [2, 3],
  ]);
});
