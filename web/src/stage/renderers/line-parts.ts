import type { ChatLine, LinePart } from "../../api/chat";
import { element, picture } from "../dom";

const PICTURES = new Set<LinePart["kind"]>(["emote", "gif", "cheer", "gift"]);
const CLASSES: Partial<Record<LinePart["kind"], string>> = { mention: "chat-mention", link: "chat-link" };

/** The text of a line with its emotes; links are text, because viewers cannot click them on a stream. */
export function lineText(line: ChatLine): HTMLElement {
  const text = element("bdi", "chat-text");
  for (const part of line.parts) text.append(partNode(part));
  return text;
}

function partNode(part: LinePart): Node {
  const image = PICTURES.has(part.kind) ? picture("chat-emote", part.large_url || part.url || "", part.text) : null;
  if (image) {
    if (part.is_zero_width) image.classList.add("chat-emote-over");
    return image;
  }
  const className = CLASSES[part.kind];
  return className ? element("span", className, part.text) : document.createTextNode(part.text);
}

/** Addresses of a line's emotes, except zero-width ones. */
export function emotesOf(line: ChatLine): string[] {
  const emotes = line.parts.filter((part) => part.kind === "emote" && !part.is_zero_width);
  return emotes.map((part) => part.large_url || part.url || "").filter(Boolean);
}
