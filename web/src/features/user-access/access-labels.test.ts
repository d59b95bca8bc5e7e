import { expect, test } from "vitest";
import { closedLine, endOfAccess, guestLabel, lastSeen, timeLeft } from "./access-labels";
import type { Invite } from "./access-types";

const NOW = Date.parse("2030-01-02T12:00:00Z");
const INVITE: Invite = {
  id: "i",
  level: 7,
  role: "Mod",
  created_by: "JunoPlays",
  created_at: "2030-01-02T11:00:00Z",
  expires_at: "2030-01-03T11:00:00Z",
  state: "open",
  access_ends: "never",
  access_ends_at: null,
  closed_at: null,
  closed_by: null,
};

test("the time left is shown in its two largest units", () => {
  expect(timeLeft("2030-01-02T14:05:30Z", NOW)).toBe("in 2 h 5 m");
  expect(timeLeft("2030-01-02T12:00:09Z", NOW)).toBe("in 9 s");
  expect(timeLeft("2030-01-02T11:00:00Z", NOW)).toBe("in 0 s");
});

test("access ends at a time, after the stream, or never", () => {
  expect(endOfAccess({ expires_at: "2030-01-02T14:00:00Z", ends_after_stream: true }, NOW)).toBe(
    "Access expires in 2 h",
  );
  expect(endOfAccess({ expires_at: null, ends_after_stream: true }, NOW)).toBe("Access ends after the stream");
  expect(endOfAccess({ expires_at: null, ends_after_stream: false }, NOW)).toBeNull();
});

test("the last visit is shown by its age", () => {
  const seen = (last_seen_at: string | null, is_online = false) => lastSeen({ is_online, last_seen_at }, NOW);
  expect(seen(null, true)).toBe("Now");
  expect(seen(null)).toBe("Not yet");
  expect(seen("2030-01-02T11:59:30Z")).toBe("Just now");
  expect(seen("2030-01-02T11:31:00Z")).toBe("29m ago");
  expect(seen("2030-01-01T11:00:00Z")).toBe("Yesterday");
  expect(seen("2029-12-27T11:00:00Z")).toBe("6 days ago");
  expect(seen("2029-11-02T11:00:00Z")).toBe("2 Nov 2029");
});

test("an invitation is labelled with the end of the access that it gives, and with how it was closed", () => {
  expect(guestLabel(INVITE)).toBeNull();
  expect(guestLabel({ ...INVITE, access_ends: "after_stream" })).toBe("Guest, one stream");
  expect(closedLine({ ...INVITE, state: "used", closed_by: "kestrel_" })).toBe("Accepted by kestrel_");
  expect(closedLine({ ...INVITE, state: "used" })).toBe("Accepted by someone who is gone");
  expect(closedLine({ ...INVITE, state: "expired" })).toBe("Nobody used it in time");
});
