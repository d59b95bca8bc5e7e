import { expect, test } from "vitest";
import { counterOf, problemOf } from "../length-labels";
import { account, connection, PLATFORMS } from "../test-platforms";
import { targetsOf } from "./targets";

const given = {
  platforms: PLATFORMS,
  providers: [
    connection("k", "kick"),
    connection("t", "twitch"),
    connection("x", "tiktok"),
    connection("y", "youtube"),
  ],
  accounts: [account("twitch"), account("youtube", true)],
  off: [],
};
const locks = (speaker: "me" | "bot") => targetsOf({ ...given, speaker }).map(({ label, lock }) => [label, lock]);

test("every chat stands in the order of the screen, and the bot is kept out only where nobody may write [P4]", () => {
  expect(locks("bot")).toEqual([
    ["Twitch", null],
    ["YouTube", null],
    ["Kick", null],
    ["TikTok", "TikTok allows reading only"],
  ]);
});

test("as oneself an account is needed on each platform, with the permission to write", () => {
  expect(locks("me").slice(1, 3)).toEqual([
    ["YouTube", "Reconnect your YouTube account to write as yourself"],
    ["Kick", "Connect your Kick account to write as yourself"],
  ]);
});

test("what was switched off stays off, what is new is on", () => {
  const chosen = targetsOf({ ...given, speaker: "bot", off: ["k"] }).filter(({ isChosen }) => isChosen);
  expect(chosen.map(({ label }) => label)).toEqual(["Twitch", "YouTube"]);
});

test("two accounts of one platform are told apart by their names", () => {
  const providers = [connection("a", "twitch"), { ...connection("b", "twitch"), display_name: "Second" }];
  const labels = targetsOf({ ...given, providers, speaker: "bot" }).map(({ label }) => label);
  expect(labels).toEqual(["Twitch (JuniperVale)", "Twitch (Second)"]);
});

test("a connection without permission says so", () => {
  const providers = [{ ...connection("a", "twitch"), scope_needed: true }];
  expect(targetsOf({ ...given, providers, speaker: "bot" })[0]?.lock).toBe("Twitch has to be reconnected");
});

test("whose account the channel is writes as themselves without more permission", () => {
  const accounts = [{ ...account("twitch", true), provider_user_id: "junoplays" }];
  const lockIn = (channel: string) =>
    targetsOf({
      ...given,
      accounts,
      providers: [{ ...connection("a", "twitch"), provider_channel_id: channel }],
      speaker: "me",
    })[0]?.lock;
  expect(lockIn("another")).toBe("Reconnect your Twitch account to write as yourself");
  expect(lockIn("junoplays")).toBeNull();
});

test("a counter says how many messages a platform makes of a text", () => {
  const [twitch, youtube] = targetsOf({ ...given, speaker: "bot" });
  if (!twitch || !youtube) throw new Error("two targets expected");
  expect(counterOf(twitch, "x".repeat(512)).words).toBe("Twitch 512/500 → 2 messages");
  expect(counterOf(youtube, "hello").words).toBe("YouTube 5/200");
});

test("what keeps a text from being sent is said in words", () => {
  const targets = targetsOf({ ...given, speaker: "bot" });
  expect(problemOf("x".repeat(2014), targets, targets)).toBe("At most 2,000 characters: 14 too many");
  expect(problemOf("hello", targets, [])).toBe("Choose where it goes");
  expect(problemOf("hello", targets.slice(3), [])).toBe("No platform can be written to");
  expect(problemOf("hello", targets, targets.slice(0, 1))).toBeNull();
});
