import { beforeEach, expect, test, vi } from "vitest";
import { clearToken, setToken } from "../auth/token";

beforeEach(() => {
  sessionStorage.clear();
  clearToken();
});

/** A page that was just loaded remembers nothing by itself. */
async function load() {
  vi.resetModules();
  return import("./drafts");
}

test("a draft survives a reload, only at its own place", async () => {
  const before = await load();
  before.saveDraft("message:a", "half a thought");
  before.saveDraft("message:b", "sent");
  before.saveDraft("message:b", "");
  const after = await load();
  expect([after.readDraft("message:a"), after.readDraft("message:b")]).toEqual(["half a thought", ""]);
});

test("with full or blocked storage a draft lasts as long as the page", async () => {
  const refuse = () => {
    throw new DOMException("", "QuotaExceededError");
  };
  const real = sessionStorage;
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  try {
    const { readDraft: draftAt, saveDraft: keepDraft, clearDrafts: forgetDrafts } = await load();
    keepDraft("message:a", "half a thought");
    expect(draftAt("message:a")).toBe("half a thought");
    forgetDrafts();
    expect(draftAt("message:a")).toBe("");
  } finally {
    vi.stubGlobal("sessionStorage", real);
  }
});

test("unknown stored data is ignored", async () => {
  for (const stored of ["{", "null", "7", "[]", '["",5]']) {
    sessionStorage.setItem("greenroom.drafts", stored);
    expect((await load()).readDraft("message:a")).toBe("");
  }
});

test("the next user of the tab sees no drafts", async () => {
  setToken("the-token-of-juniper");
  const { readDraft: draftAt, saveDraft: keepDraft } = await load();
  keepDraft("message:a", "between us");
  setToken("the-token-of-somebody-else");
  expect(draftAt("message:a")).toBe("");
  expect((await load()).readDraft("message:a")).toBe("");
});

test("cleared drafts are gone from memory and storage", async () => {
  const { readDraft: draftAt, saveDraft: keepDraft, clearDrafts: forgetDrafts } = await load();
  keepDraft("message:a", "between us");
  forgetDrafts();
  expect(draftAt("message:a")).toBe("");
  expect(JSON.stringify(sessionStorage)).not.toContain("between us");
});
