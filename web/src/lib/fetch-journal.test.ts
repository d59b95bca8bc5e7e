import { expect, test } from "vitest";
import { FetchJournal } from "./fetch-journal";

const append = (list: string[], item: string) => [...list, item];

test("messages during a fetch are applied to its result", async () => {
  const journal = new FetchJournal<string>();
  const answer = journal.during(async () => {
    journal.add("event");
    return ["fetched"];
  }, append);
  await expect(answer).resolves.toEqual(["fetched", "event"]);
});

test("messages before or after are not", async () => {
  const journal = new FetchJournal<string>();
  journal.add("before");
  const answer = await journal.during(async () => ["fetched"], append);
  journal.add("after");
  expect(answer).toEqual(["fetched"]);
});

test("a failed fetch leaves nothing behind", async () => {
  const journal = new FetchJournal<string>();
  await expect(journal.during(() => Promise.reject(new Error("gone")), append)).rejects.toThrow("gone");
  await expect(journal.during(async () => ["fetched"], append)).resolves.toEqual(["fetched"]);
});
