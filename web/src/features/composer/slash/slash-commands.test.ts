import { expect, test } from "vitest";
import { isSlashCommand, parseSlashCommand } from "./slash-commands";

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

test("a timeout without a duration lasts ten minutes, and the rest is the reason", () => {
  expect(parseSlashCommand("/timeout kestrel spoilers again")).toEqual({
    command: { action: "timeout", name: "kestrel", seconds: 600, reason: "spoilers again" },
  });
});

test("other commands take their arguments", () => {
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
  expect(problem("/me waves")).toBe("Unknown command: /me");
  expect(problem("/ban")).toBe("Usage: /ban <user> [reason]");
  expect(problem("/reply kestrel")).toBe("Usage: /reply <user> <text>");
  expect(problem("/timeout kestrel 15d")).toBe("Duration must be 1s–14d, e.g. 90, 10m, 1h, 7d");
  expect(problem(`/ban kestrel ${"x".repeat(501)}`)).toBe("Reason can have at most 500 characters");
});
