import { expect, test } from "vitest";
import type { Platform } from "../../../api/types";
import type { Panic } from "./panic.queries";
import { panicDetail } from "./panic-labels";

const platforms = [
  { provider: "twitch", name: "Twitch" },
  { provider: "kick", name: "Kick" },
] as Platform[];
const chat = (provider: string, stage: Panic["chats"][number]["stage"], detail = "") => ({
  connection_id: provider,
  provider,
  stage,
  detail,
});
const panic = (isOn: boolean, ...chats: Panic["chats"]): Panic => ({
  is_on: isOn,
  is_restoring: false,
  pressed_at: null,
  pressed_by: "Juno",
  chats,
});

test("the detail names the platforms that Greenroom waits for, and those without chat modes", () => {
  expect(panicDetail(panic(true, chat("twitch", "waiting"), chat("kick", "no_modes")), platforms)).toBe(
    "Waiting for Twitch. Kick: no chat modes here. The bot is muted, alerts are paused.",
  );
});

test("a refusal is shown with its reason, also after panic is off", () => {
  expect(panicDetail(panic(true, chat("twitch", "strict")), platforms)).toContain("Strict on Twitch.");
  expect(panicDetail(panic(false, chat("twitch", "refused", "Reconnect Twitch.")), platforms)).toBe(
    "Twitch: Reconnect Twitch.",
  );
});

test("once all chats are restored, the detail names no platform", () => {
  const restored = panic(false, chat("twitch", "waiting"));
  expect(panicDetail(restored, platforms)).toBe("");
  expect(panicDetail({ ...restored, is_restoring: true }, platforms)).toBe("Waiting for Twitch.");
});
