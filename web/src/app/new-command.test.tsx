import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openApp } from "./test-app";

const SETTINGS = {
  chat_management: "editors",
  answer_within: 15,
  prefix: "!",
  default_global_cooldown: 42,
  default_chatter_cooldown: 77,
};

test("a new command starts with the channel's cooldowns", async () => {
  openApp("/channels/c1/chat-commands/new", ({ path }) => (path === "/channels/c1/command-settings" ? SETTINGS : null));
  const cooldown = { selector: "input" };
  const global = await screen.findByLabelText<HTMLInputElement>(/^Global cooldown/, cooldown, { timeout: 30_000 });
  const user = screen.getByLabelText<HTMLInputElement>(/^User cooldown/, cooldown);
  expect([Number.parseInt(global.value, 10), Number.parseInt(user.value, 10)]).toEqual([42, 77]);
});
