import { expect, test } from "vitest";
import { counterOf, problemOf } from "../length-labels";
import { account, connection, PLATFORMS } from "../test-platforms";
import { targetsOf } from "./targets";

const options = {
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
const locks = (speaker: "me" | "bot") =>
  targetsOf({ ...options, speaker }).map(({ label, lockedBecause }) => [label, lockedBecause]);

test("chats are in the order of the platforms, and only read-only ones are locked for the bot [P4]", () => {
  expect(locks("bot")).toEqual([
    ["Twitch", null],
    ["YouTube", null],
    ["Kick", null],
    ["TikTok", "TikTok allows reading only"],
  ]);
});

test("sending as oneself needs a connected account with the scope to chat on each platform", () => {
  expect(locks("me").slice(1, 3)).toEqual([
    ["YouTube", "Reconnect your YouTube account to send as yourself"],
    ["Kick", "Connect your Kick account to send as yourself"],
  ]);
});

test("an account that was only used to sign in has to be connected to send as oneself", () => {
  const accounts = [{ ...account("twitch"), can_chat: false }];
  const [twitch] = targetsOf({ ...options, accounts, speaker: "me" });
  expect(twitch).toMatchObject({
    lockedBecause: "Connect your Twitch account to send as yourself",
    needsAccount: true,
  });
});

test("every chat is selected unless it is locked or was deselected", () => {
  const chosen = targetsOf({ ...options, speaker: "bot", off: ["k"] }).filter(({ isSelected }) => isSelected);
  expect(chosen.map(({ label }) => label)).toEqual(["Twitch", "YouTube"]);
});

test("two accounts on one platform are labelled with their names", () => {
  const providers = [connection("a", "twitch"), { ...connection("b", "twitch"), display_name: "Second" }];
  const labels = targetsOf({ ...options, providers, speaker: "bot" }).map(({ label }) => label);
  expect(labels).toEqual(["Twitch (JuniperVale)", "Twitch (Second)"]);
});

test("a connection is locked only if its account may not chat, not if another scope is missing", () => {
  const lockIf = (canChat: boolean) => {
    const providers = [{ ...connection("a", "twitch"), scope_needed: true, can_chat: canChat }];
    return targetsOf({ ...options, providers, speaker: "bot" })[0]?.lockedBecause;
  };
  expect(lockIf(false)).toBe("Reconnect Twitch first");
  // Only another scope is missing, such as the scope for raids.
  expect(lockIf(true)).toBeNull();
});

test("a user's account that the channel is connected with needs no further scope to send", () => {
  const accounts = [{ ...account("twitch", true), provider_user_id: "junoplays" }];
  const lockIn = (channel: string) =>
    targetsOf({
      ...options,
      accounts,
      providers: [{ ...connection("a", "twitch"), provider_channel_id: channel }],
      speaker: "me",
    })[0]?.lockedBecause;
  expect(lockIn("another")).toBe("Reconnect your Twitch account to send as yourself");
  expect(lockIn("junoplays")).toBeNull();
});

test("a counter shows how many messages a text is split into", () => {
  const [twitch, youtube] = targetsOf({ ...options, speaker: "bot" });
  if (!twitch || !youtube) throw new Error("two targets expected");
  expect(counterOf(twitch, "x".repeat(512)).label).toBe("Twitch 512/500 → 2 messages");
  expect(counterOf(youtube, "hello").label).toBe("YouTube 5/200");
});

test("the reason why a text cannot be sent is shown", () => {
  const targets = targetsOf({ ...options, speaker: "bot" });
  expect(problemOf("x".repeat(2014), targets, targets)).toBe("14 characters over the limit of 2,000");
  expect(problemOf("hello", targets, [])).toBe("Select at least one platform");
  expect(problemOf("hello", targets.slice(3), [])).toBe("No platform available to send to");
  expect(problemOf("hello", targets, targets.slice(0, 1))).toBeNull();
});
