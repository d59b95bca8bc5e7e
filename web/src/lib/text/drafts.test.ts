import { beforeEach, expect, test, vi } from "vitest";
import { clearToken, setToken } from "../auth/token";

beforeEach(() => {
  sessionStorage.clear();
  clearToken();
});

/** Imports the module again, as a page reload does. */
async function load() {
  vi.resetModules();
  return import("./drafts");
}

test("a draft survives a reload under its own key", async () => {
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
    const { readDraft, saveDraft, clearDrafts } = await load();
    saveDraft("message:a", "half a thought");
    expect(readDraft("message:a")).toBe("half a thought");
    clearDrafts();
    expect(readDraft("message:a")).toBe("");
  } finally {
    vi.stubGlobal("sessionStorage", real);
  }
});

test("invalid stored data is ignored", async () => {
  for (const stored of ["{", "null", "7", "[]", '["",5]']) {
    sessionStorage.setItem("greenroom.drafts", stored);
    expect((await load()).readDraft("message:a")).toBe("");
  }
});

test("the next user of the tab sees no drafts", async () => {
  setToken("token-of-juniper");
  const { readDraft, saveDraft } = await load();
  saveDraft("message:a", "between us");
  setToken("token-of-another-user");
  expect(readDraft("message:a")).toBe("");
  expect((await load()).readDraft("message:a")).toBe("");
});

test("cleared drafts are removed from memory and storage", async () => {
  const { readDraft, saveDraft, clearDrafts } = await load();
  saveDraft("message:a", "between us");
  clearDrafts();
  expect(readDraft("message:a")).toBe("");
  expect(JSON.stringify(sessionStorage)).not.toContain("between us");
});
