import { expect, test } from "vitest";
import type { ChannelProvider, Platform } from "../../../api/types";
import { countCharacters, problemsIn, sameTitleAs, titleLimit } from "./title-rules";

test("emoji count as many characters as they have code points [V2]", () => {
  expect(countCharacters("Tunic")).toBe(5);
  expect(countCharacters("🦊")).toBe(1);
  expect(countCharacters("👨‍👩‍👧‍👦")).toBe(7);
});

test("the limit is null for a platform whose title cannot be set", () => {
  const capabilities = [{ label: "Title and category", supported: true }];
  expect(titleLimit({ streamTitleMaxLength: 100, capabilities } as Platform)).toBe(100);
  expect(titleLimit({ capabilities: [{ label: "Title", supported: false }] } as Platform)).toBeNull();
});

test("of connections with the same title, each but the first refers to the first", () => {
  const providers = [
    { id: "1", provider: "twitch", title: "Tunic" },
    { id: "2", provider: "kick", title: "Tunic" },
    { id: "3", provider: "youtube", title: null },
  ] as ChannelProvider[];
  expect(providers.map((one) => sameTitleAs(one, providers)?.id)).toEqual([undefined, "1", undefined]);
});

test("the reason why a title or a category was not changed belongs to the field of that one", () => {
  const result = { channel_provider_id: "1", provider: "kick", title: { outcome: "done", detail: "" } } as const;
  expect(problemsIn({ ...result, category: { outcome: "refused", detail: "Gone." } })).toEqual({ category: "Gone." });
  expect(problemsIn({ ...result, title: { outcome: "failed", detail: "" }, category: null })).toEqual({
    title: "It was not changed.",
  });
  expect(problemsIn({ ...result, category: { outcome: "done", detail: "" } })).toEqual({});
});
