import { expect, test } from "vitest";
import { isOrder, parseOrder } from "./slash-commands";

test("a text that begins with a slash is for us, never for the chat", () => {
  expect([isOrder("/ban x"), isOrder("  /me waves"), isOrder("and/or"), isOrder("hello")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("a time-out takes a name, a time and a reason", () => {
  expect(parseOrder("/timeout @Kestrel 90 no spoilers please")).toEqual({
    order: { action: "timeout", name: "Kestrel", seconds: 90, reason: "no spoilers please" },
  });
  expect(parseOrder("/TIMEOUT kestrel 1h")).toEqual({
    order: { action: "timeout", name: "kestrel", seconds: 3600, reason: "" },
  });
});

test("without a time it is ten minutes, and the rest is the reason", () => {
  expect(parseOrder("/timeout kestrel spoilers again")).toEqual({
    order: { action: "timeout", name: "kestrel", seconds: 600, reason: "spoilers again" },
  });
});

test("the other actions take what they need", () => {
  expect(parseOrder("/ban kestrel  spam")).toEqual({ order: { action: "ban", name: "kestrel", reason: "spam" } });
  expect(parseOrder("/permit @kestrel")).toEqual({ order: { action: "permit", name: "kestrel" } });
  expect(parseOrder("/unban kestrel")).toEqual({ order: { action: "unban", name: "kestrel" } });
  expect(parseOrder("/reply kestrel good idea")).toEqual({
    order: { action: "reply", name: "kestrel", text: "good idea" },
  });
});

test("what cannot be done is said in words", () => {
  const problem = (text: string) => Object.values(parseOrder(text))[0];
  expect(problem("/me waves")).toBe("There is no /me here. Type / to see what there is.");
  expect(problem("/ban")).toBe("Say whom: /ban name reason");
  expect(problem("/reply kestrel")).toBe("Say what: /reply name text");
  expect(problem("/timeout kestrel 15d")).toBe("A time is 1 second to 14 days: 90, 10m, 1h or 7d.");
  expect(problem(`/ban kestrel ${"x".repeat(501)}`)).toBe("A reason has at most 500 characters.");
});
