import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { provider } from "../../api/test-provider";
import type { ChannelProvider, Platform } from "../../api/types";
import { OutageNotice } from "./outage-notice";

const PLATFORMS = [platform("twitch", "Twitch"), platform("kick", "Kick"), platform("discord", "Discord", false)];

function platform(key: string, name: string, hasChat = true): Platform {
  const flags = {
    channelProvider: true,
    signinProvider: true,
    stream: hasChat,
    chatRead: hasChat,
    chatWrite: hasChat,
    chatReplyMessage: false,
    ownBot: false,
    systemBot: false,
    changeTitle: false,
    changeCategory: false,
  };
  return {
    provider: key,
    name,
    colour: "",
    flags,
    messageMaxLength: null,
    capabilities: [],
    registration: "oauth",
    takesAccounts: true,
  };
}

function connection(key: string, state: ChannelProvider["connection"]["state"], detail = ""): ChannelProvider {
  const record = provider(key, { provider: key });
  return { ...record, connection: { ...record.connection, state, detail } };
}
const show = (...providers: ChannelProvider[]) => render(<OutageNotice providers={providers} platforms={PLATFORMS} />);

test("nothing is shown while every platform responds", () => {
  show(connection("twitch", "connected"), connection("kick", "connecting"));
  expect(screen.queryByRole("status")).toBeNull();
});

test("the notice names a platform that is down with the reason, and disappears when the platform is back", () => {
  const { rerender } = show(connection("kick", "failing", "Kick is not responding. Trying again."));
  expect(screen.getByRole("status").textContent).toBe("Kick is not responding. Trying again. ");
  rerender(<OutageNotice providers={[connection("kick", "connected")]} platforms={PLATFORMS} />);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a reason that does not name the platform is preceded by the platform's name", () => {
  show(connection("twitch", "failing", "The permission was renewed. Trying again."));
  expect(screen.getByRole("status").textContent).toBe("Twitch: The permission was renewed. Trying again. ");
});

test("two platforms that are down share one notice", () => {
  show(connection("kick", "failing", "Kick is not responding."), connection("twitch", "failing", "Twitch is silent."));
  expect(screen.getByRole("status").textContent).toBe("Twitch is silent. Kick is not responding. ");
});

test("a platform without chat, such as Discord, is not mentioned", () => {
  show(connection("discord", "failing", "Discord is not responding."));
  expect(screen.queryByRole("status")).toBeNull();
});
