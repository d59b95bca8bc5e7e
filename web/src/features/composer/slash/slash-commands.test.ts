import { expect, test } from "vitest";
import { isSlashCommand } from "./load-slash";
import { parseSlashCommand } from "./slash-commands";

test("a text that begins with a slash is a slash command", () => {
  expect([
    isSlashCommand("/ban x"),
    isSlashCommand("  /me waves"),
    isSlashCommand("and/or"),
    isSlashCommand("hello"),
  ]).toEqual([true, true, false, false]);
});

test("a timeout takes a user, a duration and a reason", () => {
  expect(parseSlashCommand("/timeout @Kestrel 90 no spoilers please")).toEqual({
    command: { action: "timeout", name: "Kestrel", seconds: 90, reason: "no spoilers please" },
  });
  expect(parseSlashCommand("/TIMEOUT kestrel 1h")).toEqual({
    command: { action: "timeout", name: "kestrel", seconds: 3600, reason: "" },
  });
});

test("a timeout without a duration lasts ten minutes, and the text after the name is the reason", () => {
  expect(parseSlashCommand("/timeout kestrel spoilers again")).toEqual({
    command: { action: "timeout", name: "kestrel", seconds: 600, reason: "spoilers again" },
  });
});

test("/ban, /permit, /unban and /reply take their arguments", () => {
  expect(parseSlashCommand("/ban kestrel  spam")).toEqual({
    command: { action: "ban", name: "kestrel", reason: "spam" },
  });
  expect(parseSlashCommand("/permit @kestrel")).toEqual({ command: { action: "permit", name: "kestrel" } });
  expect(parseSlashCommand("/unban kestrel")).toEqual({ command: { action: "unban", name: "kestrel" } });
  expect(parseSlashCommand("/reply kestrel good idea")).toEqual({
    command: { action: "reply", name: "kestrel", text: "good idea" },
  });
});

test("invalid commands return an error", () => {
  const problem = (text: string) => Object.values(parseSlashCommand(text))[0];
  expect(problem("/dance")).toBe("Unknown command: /dance");
  expect(problem("/ban")).toBe("Usage: /ban <user> [reason]");
  expect(problem("/reply kestrel")).toBe("Usage: /reply <user> <text>");
  expect(problem("/timeout kestrel 15d")).toBe("Duration must be 1s–14d, e.g. 90, 10m, 1h, 7d");
  expect(problem(`/ban kestrel ${"x".repeat(501)}`)).toBe("Reason can have at most 500 characters");
});

test("commands for chat modes are parsed, with durations as on Twitch", () => {
  const modes = (text: string) => Object.values(parseSlashCommand(text))[0];
  expect(modes("/slow")).toEqual({ action: "modes", name: "slow", modes: { slow_seconds: 30 } });
  expect(modes("/slow 10")).toMatchObject({ modes: { slow_seconds: 10 } });
  expect(modes("/slow 2m")).toMatchObject({ modes: { slow_seconds: 120 } });
  expect(modes("/SlowOff")).toMatchObject({ modes: { slow_seconds: null } });
  expect(modes("/followers")).toMatchObject({ modes: { followers_seconds: 0 } });
  expect(modes("/followers 10m")).toMatchObject({ modes: { followers_seconds: 600 } });
  expect(modes("/followers 30")).toMatchObject({ modes: { followers_seconds: 1800 } });
  expect(modes("/followers 1w")).toMatchObject({ modes: { followers_seconds: 604_800 } });
  expect(modes("/followersoff")).toMatchObject({ modes: { followers_seconds: null } });
  expect(modes("/subscribers")).toMatchObject({ modes: { subscribers_only: true } });
  expect(modes("/subscribersoff")).toMatchObject({ modes: { subscribers_only: false } });
  expect(modes("/emoteonly")).toMatchObject({ modes: { emotes_only: true } });
  expect(modes("/emoteonlyoff")).toMatchObject({ modes: { emotes_only: false } });
});

test("/me, /announce, /clear, /shoutout, /raid, /unraid and /warn take their arguments", () => {
  expect(parseSlashCommand("/me waves  at chat")).toEqual({ command: { action: "me", text: "waves  at chat" } });
  expect(parseSlashCommand("/announce Raid at 9!")).toEqual({ command: { action: "announce", text: "Raid at 9!" } });
  expect(parseSlashCommand("/clear")).toEqual({ command: { action: "clear" } });
  expect(parseSlashCommand("/shoutout @kestrel")).toEqual({ command: { action: "shoutout", channel: "kestrel" } });
  expect(parseSlashCommand("/raid kestrel")).toEqual({ command: { action: "raid", channel: "kestrel" } });
  expect(parseSlashCommand("/unraid")).toEqual({ command: { action: "unraid" } });
  expect(parseSlashCommand("/warn kestrel be kind")).toEqual({
    command: { action: "warn", name: "kestrel", reason: "be kind" },
  });
});

test("missing and wrong arguments return the usage or the valid durations", () => {
  const problem = (text: string) => Object.values(parseSlashCommand(text))[0];
  expect(problem("/me")).toBe("Usage: /me <text>");
  expect(problem("/warn kestrel")).toBe("Usage: /warn <user> <reason>");
  expect(problem("/raid")).toBe("Usage: /raid <channel>");
  expect(problem("/raid kestrel now")).toBe("Usage: /raid <channel>");
  expect(problem("/slow soon")).toBe("Duration must be in seconds, e.g. 30, 10s, 2m");
  expect(problem("/slow 0")).toBe("Duration must be in seconds, e.g. 30, 10s, 2m");
  expect(problem("/followers soon")).toBe("Duration must be 0–90d, e.g. 10m, 1h, 7d");
  expect(problem("/subscribers 30")).toBe("Usage: /subscribers");
});
