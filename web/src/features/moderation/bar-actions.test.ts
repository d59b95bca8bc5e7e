import { expect, test } from "vitest";
import type { Platform } from "../../api/types";
import { barActions } from "./bar-actions";

function platform(name: string, overrides: Partial<Platform>, chatWrite = true): Platform {
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
    ...overrides,
  };
}

const twitch = platform("Twitch", {});
const tiktok = platform(
  "TikTok",
  { capabilities: [{ label: "Moderate", supported: false, reason: "only in the TikTok app" }] },
  false,
);
const line = { provider: "twitch", kind: "text", author: { id: "1", login: "k", name: "K", colour: "" } } as const;
const options = { line, removal: null, connection: { scope_needed: false, can_moderate: true }, platform: twitch };

test("a message can be deleted, its author banned, and a reply sent [P4]", () => {
  const allowed = { removeProblem: null, banProblem: null, replyProblem: null };
  expect(barActions(options)).toEqual({ removeLabel: "Delete", ...allowed });
});

test("actions that the platform lacks have a reason, and a line can still be hidden in Greenroom [P4]", () => {
  expect(barActions({ ...options, platform: tiktok })).toEqual({
    removeLabel: "Hide here (still visible on TikTok)",
    removeProblem: null,
    banProblem: "only in the TikTok app",
    replyProblem: "TikTok chat is read-only",
  });
});

test("a deleted message cannot be deleted or replied to, but its author can be banned", () => {
  const removal = { how: "deleted", at: "2025-03-04T12:00:00Z" } as const;
  expect(barActions({ ...options, removal })).toEqual({
    removeLabel: "Delete",
    removeProblem: "Already deleted",
    banProblem: null,
    replyProblem: "Already deleted",
  });
});

test("the broadcaster and the platform itself cannot be banned", () => {
  const broadcaster = { ...line, author: { ...line.author, is_broadcaster: true } };
  expect(barActions({ ...options, line: broadcaster }).banProblem).toBe("You can't ban the broadcaster");
  expect(barActions({ ...options, line: { ...line, author: null } }).banProblem).toBe("Sent by Twitch");
});

test("without a connection, or until it is reconnected, no action is available", () => {
  const blocked = (why: string) => ({ removeLabel: "Delete", removeProblem: why, banProblem: why, replyProblem: why });
  expect(barActions({ ...options, connection: undefined })).toEqual(blocked("Twitch is no longer connected"));
  expect(barActions({ ...options, connection: { scope_needed: true, can_moderate: false } })).toEqual(
    blocked("Reconnect Twitch first"),
  );
});
