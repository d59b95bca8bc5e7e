import { expect, test } from "vitest";
import { readInviteLink } from "./invite-link";

const read = (text: string) => readInviteLink(text, "https://stream.example");

test.each(["https://stream.example/channel-invite/7#token=abc", "  /channel-invite/7#token=abc\n"])(
  "%j opens the invitation on this server [P2]",
  (text) => {
    expect(read(text)).toEqual({ path: "/channel-invite/7#token=abc" });
  },
);

test("the message for another server's invitation names that server", () => {
  expect(read("https://other.example/channel-invite/7#token=abc")).toEqual({
    problem: "This invitation is for other.example. Open it there.",
  });
});

test("the message for a link without its token names the missing #token=", () => {
  expect(read("https://stream.example/channel-invite/7")).toEqual({ problem: expect.stringContaining("#token=") });
});

test.each(["", "hello", "https://stream.example/channels", "javascript:alert(1)", "http://["])(
  "%j is not an invitation",
  (text) => {
    expect(read(text)).toEqual({ problem: expect.stringContaining("Not an invitation") });
  },
);
