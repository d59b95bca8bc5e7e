import { expect, test } from "vitest";
import type { Platform } from "../../api/types";
import { barActions } from "./bar-actions";

function platform(name: string, facts: Partial<Platform>, chatWrite = true): Platform {
  return {
    provider: name.toLowerCase(),
    name,
    colour: "",
    flags: {
      channelProvider: true,
      signinProvider: true,
      stream: true,
      chatRead: true,
      chatWrite,
      chatReplyMessage: true,
      ownBot: true,
      systemBot: true,
      changeTitle: true,
      changeCategory: true,
    },
    capabilities: [{ label: "Delete, time out, ban", supported: true }],
    registration: "oauth",
    takesAccounts: true,
    ...facts,
  };
}

const twitch = platform("Twitch", {});
const tiktok = platform(
  "TikTok",
  { capabilities: [{ label: "Moderate", supported: false, reason: "only in the TikTok app" }] },
  false,
);
const line = { provider: "twitch", kind: "text", author: { id: "1", login: "k", name: "K", colour: "" } } as const;
const given = { line, removal: null, connection: { scope_needed: false }, platform: twitch };

test("a message can be deleted, its author sent out, and an answer given [P4]", () => {
  expect(barActions(given)).toEqual({ removal: "Delete", remove: null, sendOut: null, reply: null });
});

test("a platform that takes none of it says why, and its lines can be hidden here [P4]", () => {
  expect(barActions({ ...given, platform: tiktok })).toEqual({
    removal: "Hide here, TikTok goes on showing it",
    remove: null,
    sendOut: "only in the TikTok app",
    reply: "TikTok chat can only be read",
  });
});

test("what is gone is neither deleted nor answered, but its author can be sent out", () => {
  const removal = { how: "deleted", at: "2025-03-04T12:00:00Z" } as const;
  expect(barActions({ ...given, removal })).toEqual({
    removal: "Delete",
    remove: "This message is gone already",
    sendOut: null,
    reply: "This message is gone already",
  });
});

test("the broadcaster is never sent out, and neither is the platform", () => {
  const broadcaster = { ...line, author: { ...line.author, is_broadcaster: true } };
  expect(barActions({ ...given, line: broadcaster }).sendOut).toBe("The broadcaster cannot be sent out");
  expect(barActions({ ...given, line: { ...line, author: null } }).sendOut).toBe("Twitch itself said this");
});

test("without its connection, or its permission, nothing can be done", () => {
  expect(barActions({ ...given, connection: undefined }).remove).toBe("Twitch is not connected any more");
  expect(barActions({ ...given, connection: { scope_needed: true } }).reply).toBe("Twitch has to be reconnected");
});
