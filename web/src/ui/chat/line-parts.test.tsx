import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { LinePart } from "../../api/chat";
import { AuthorName } from "./author-name";
import { LineParts } from "./line-parts";
import { RoleBadges } from "./role-badges";

const emote: LinePart = { kind: "emote", text: "FoxHi", url: "https://emotes.example/fox.webp", width: 64, height: 32 };

test("markup in a message is text", () => {
  const words = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  const { container } = render(<LineParts parts={[{ kind: "text", text: words }]} />);
  expect(container.textContent).toBe(words);
  expect(container.querySelector("img, script")).toBeNull();
});

test("an emote is a picture of 24 px with its word, and the word when the picture is broken", () => {
  const { container } = render(<LineParts parts={[emote]} />);
  const picture = screen.getByRole("img", { name: "FoxHi" });
  expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["48", "24"]);
  fireEvent.error(picture);
  expect(container.textContent).toBe("FoxHi");
});

test("a picture from anywhere but the web is its word", () => {
  const { container } = render(<LineParts parts={[{ ...emote, url: "javascript:alert(1)" }]} />);
  expect(container.innerHTML).not.toContain("javascript");
  expect(container.textContent).toBe("FoxHi");
});

test("a link opens elsewhere and tells nobody where from", () => {
  render(<LineParts parts={[{ kind: "link", text: "clips.example", url: "https://clips.example/" }]} />);
  const link = screen.getByRole("link", { name: "clips.example" });
  expect([link.getAttribute("rel"), link.getAttribute("target")]).toEqual(["noopener noreferrer nofollow", "_blank"]);
});

test("a link that is a script is no link", () => {
  render(<LineParts parts={[{ kind: "link", text: "click", url: "javascript:alert(1)" }]} />);
  expect(screen.queryByRole("link")).toBeNull();
});

test("being called by my name stands out, whatever its case", () => {
  const parts: LinePart[] = [{ kind: "mention", text: "@Juniper Vale" }];
  render(<LineParts parts={parts} myNames={new Set(["juniper vale"])} />);
  expect(screen.getByText("@Juniper Vale").hasAttribute("data-me")).toBe(true);
});

test("ten thousand characters are folded until somebody wants them", () => {
  const { container } = render(<LineParts parts={[{ kind: "text", text: "x".repeat(10_000) }]} />);
  expect(container.textContent?.length).toBeLessThan(1_000);
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(container.textContent?.length).toBe(10_000);
});

test("a colour that is none is left out", () => {
  render(<AuthorName name="grim" colour="red;background:url(x)" />);
  expect(screen.getByText("grim").getAttribute("style")).toBeNull();
});

test("roles are signs with names", () => {
  const author = { id: "1", login: "o", name: "o", colour: "#ff9a7a", is_moderator: true, is_subscriber: true };
  render(<RoleBadges author={author} />);
  expect(screen.getAllByRole("img").map((badge) => badge.getAttribute("aria-label"))).toEqual([
    "Moderator",
    "Subscriber",
  ]);
});
