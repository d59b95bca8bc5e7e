import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { LinePart } from "../../api/chat";
import { AuthorName } from "./author-name";
import { LineParts } from "./line-parts";
import { RoleBadges } from "./role-badges";

const emote: LinePart = { kind: "emote", text: "FoxHi", url: "https://emotes.example/fox.webp", width: 64, height: 32 };

test("markup in a message is shown as text", () => {
  const expected = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  const { container } = render(<LineParts parts={[{ kind: "text", text: expected }]} />);
  expect(container.textContent).toBe(expected);
  expect(container.querySelector("img, script")).toBeNull();
});

test("line breaks are shown as spaces", () => {
  const { container } = render(<LineParts parts={[{ kind: "text", text: "one\n\ntwo\r\nthree\u2028four  five" }]} />);
  expect(container.textContent).toBe("one two three four  five");
});

test.each(["\u200b\u2060", "\u3164\u2800 ", "\u0301\u034f", "\u202e\ufeff"])(
  "a message of only invisible characters %j is shown as empty",
  (text) => {
    const { container } = render(<LineParts parts={[{ kind: "text", text }]} />);
    expect(container.textContent).toBe("empty message");
  },
);

test.each([[{ kind: "text", text: "\u200b!" }], [{ kind: "text", text: "\u200b" }, emote], []] satisfies LinePart[][])(
  "a message with visible parts, or without parts, is not called empty",
  (...parts) => {
    const { container } = render(<LineParts parts={parts} />);
    expect(container.textContent).not.toContain("empty message");
  },
);

test("an emote is a 24 px image with its name, and the name if the image fails", () => {
  const { container } = render(<LineParts parts={[emote]} />);
  const picture = screen.getByRole("img", { name: "FoxHi" });
  expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["48", "24"]);
  fireEvent.error(picture);
  expect(container.textContent).toBe("FoxHi");
});

test("an emote overlaid twice is rendered twice, without a React warning", () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const rain: LinePart = { ...emote, text: "Rain", url: "https://emotes.example/rain.webp", is_zero_width: true };
  render(<LineParts parts={[emote, rain, rain]} />);
  expect(screen.getAllByRole("img", { name: "Rain" })).toHaveLength(2);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

test("an image that is not http(s) is shown as its name", () => {
  const { container } = render(<LineParts parts={[{ ...emote, url: "javascript:alert(1)" }]} />);
  expect(container.innerHTML).not.toContain("javascript");
  expect(container.textContent).toBe("FoxHi");
});

test("a GIF is an image without a referrer, and a link for users who prefer reduced motion", () => {
  const { container } = render(
    <LineParts parts={[{ kind: "gif", text: "[wave]", url: "https://gifs.example/1.gif" }]} />,
  );
  const image = container.querySelector("img");
  expect([image?.src, image?.alt, image?.getAttribute("referrerpolicy")]).toEqual([
    "https://gifs.example/1.gif",
    "[wave]",
    "no-referrer",
  ]);
  expect(container.querySelector("a")?.textContent).toBe("[wave]");
});

test("a GIF that is not http(s) is shown as its text", () => {
  const { container } = render(<LineParts parts={[{ kind: "gif", text: "[wave]", url: "javascript:alert(1)" }]} />);
  expect(container.textContent).toBe("[wave]");
  expect(container.querySelector("img, a")).toBeNull();
});

test("a link opens in a new tab without a referrer", () => {
  render(<LineParts parts={[{ kind: "link", text: "clips.example", url: "https://clips.example/" }]} />);
  const link = screen.getByRole("link", { name: "clips.example" });
  expect([link.getAttribute("rel"), link.getAttribute("target")]).toEqual(["noopener noreferrer nofollow", "_blank"]);
});

test("a javascript: URL is not rendered as a link", () => {
  render(<LineParts parts={[{ kind: "link", text: "click", url: "javascript:alert(1)" }]} />);
  expect(screen.queryByRole("link")).toBeNull();
});

test("a mention of my name is highlighted, in upper or lower case", () => {
  const parts: LinePart[] = [{ kind: "mention", text: "@Juniper Vale" }];
  render(<LineParts parts={parts} myNames={new Set(["juniper vale"])} />);
  expect(screen.getByText("@Juniper Vale").hasAttribute("data-me")).toBe(true);
});

test("a long message is folded until opened", () => {
  const { container } = render(<LineParts parts={[{ kind: "text", text: "x".repeat(10_000) }]} />);
  expect(container.textContent?.length).toBeLessThan(1_000);
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(container.textContent?.length).toBe(10_000);
});

test("an invalid colour of a name is ignored", () => {
  render(<AuthorName name="grim" colour="red;background:url(x)" />);
  expect(screen.getByText("grim").getAttribute("style")).toBeNull();
});

test.each([
  ["cheer", { text: "Cheer100", amount: 100 }, "Cheer100"],
  ["gift", { text: "Rose", amount: 1500 }, "Rose 1,500"],
  ["gift", { text: "A fox that waves" }, "A fox that waves"],
] as const)("a %s without an image is shown as its name, with its value if it has one", (kind, part, expected) => {
  const { container } = render(<LineParts parts={[{ kind, ...part }]} />);
  expect(container.textContent).toBe(expected);
});

test("a gift is its image and value, and its name if the image fails", () => {
  const url = "https://gifts.example/rose.webp";
  const { container } = render(<LineParts parts={[{ kind: "gift", text: "Rose", url, amount: 1500 }]} />);
  expect(container.textContent).toBe("1,500");
  fireEvent.error(screen.getByRole("img", { name: "Rose" }));
  expect(container.textContent).toBe("Rose 1,500");
});

test("roles are icons with names", () => {
  const author = { id: "1", login: "o", name: "o", colour: "#ff9a7a", is_moderator: true, is_subscriber: true };
  render(<RoleBadges author={author} />);
  expect(screen.getAllByRole("img").map((badge) => badge.getAttribute("aria-label"))).toEqual([
    "Moderator",
    "Subscriber",
  ]);
});

test("a role badge has the platform's text if it says more than the role", () => {
  const badges = [
    { kind: "broadcaster", label: "Broadcaster" },
    { kind: "lead_moderator", label: "Lead moderator" },
    { kind: "subscriber", version: "3006", label: "Subscriber, 8 months" },
    { kind: "sub_gifter", label: "Sub gifter" },
  ];
  const roles = { is_broadcaster: true, is_moderator: true, is_vip: true, is_subscriber: true };
  const { container } = render(
    <RoleBadges author={{ id: "1", login: "o", name: "o", colour: "", badges, ...roles }} />,
  );
  const expected = ["Streamer", "Lead moderator", "VIP", "Subscriber, 8 months"];
  expect(screen.getAllByRole("img").map((badge) => badge.getAttribute("aria-label"))).toEqual(expected);
  expect([...container.querySelectorAll("title")].map(({ textContent }) => textContent)).toEqual(expected);
});

test.each([
  [1, "Subscriber, 1 month"],
  [8, "Subscriber, 8 months"],
  [0, "Subscriber"],
])("if the platform's badge has no duration, the months of the subscription are shown: %i", (months, expected) => {
  const badges = [{ kind: "subscriber", label: "subscriber" }];
  const author = { id: "1", login: "o", name: "o", colour: "", badges, is_subscriber: true, sub_months: months };
  render(<RoleBadges author={author} />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(expected);
});
