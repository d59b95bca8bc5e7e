import { expect, test } from "vitest";
import { FetchJournal } from "./fetch-journal";

const append = (list: string[], item: string) => [...list, item];

test("messages during a fetch are applied to its result", async () => {
  const journal = new FetchJournal<string>();
  const result = journal.during(async () => {
    journal.add("event");
    return ["fetched"];
  }, append);
  await expect(result).resolves.toEqual(["fetched", "event"]);
});

test("messages before or after the fetch are not applied", async () => {
  const journal = new FetchJournal<string>();
  journal.add("before");
  const result = await journal.during(async () => ["fetched"], append);
  journal.add("after");
  expect(result).toEqual(["fetched"]);
});

test("a failed fetch does not affect the next one", async () => {
  const journal = new FetchJournal<string>();
  await expect(journal.during(() => Promise.reject(new Error("failed")), append)).rejects.toThrow("failed");
  await expect(journal.during(async () => ["fetched"], append)).resolves.toEqual(["fetched"]);
});
