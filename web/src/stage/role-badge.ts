import type { LineAuthor } from "../api/chat";

const SVG = "http://www.w3.org/2000/svg";

const BADGES: readonly { role: string; has: (author: LineAuthor) => boolean; shape: string }[] = [
  {
    role: "streamer",
    has: (author) => author.is_broadcaster === true,
    shape: "M2.8 4.6h5.2v4.8H2.8zM8.2 6.6l3-1.8v4.4l-3-1.8",
  },
  {
    role: "moderator",
    has: (author) => author.is_moderator === true,
    shape: "M7 2.6l4 1.4v3c0 2.4-1.6 3.8-4 4.6-2.4-.8-4-2.2-4-4.6V4z",
  },
  { role: "vip", has: (author) => author.is_vip === true, shape: "M4.2 3.4h5.6L11.6 6 7 11 2.4 6z" },
  {
    role: "subscriber",
    has: (author) => author.is_subscriber === true,
    shape: "M7 2.6l1.3 2.8 3 .4-2.2 2.1.6 3L7 9.4l-2.7 1.5.6-3-2.2-2.1 3-.4z",
  },
];

function badge(role: string, shape: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 14 14");
  svg.setAttribute("class", "chat-badge");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset["role"] = role;
  const background = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ width: "14", height: "14", rx: "3" }))
    background.setAttribute(name, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", shape);
  svg.append(background, path);
  return svg;
}

/** Our own icons for an author's roles, the same on every platform. */
export function roleBadges(author: LineAuthor): SVGSVGElement[] {
  return BADGES.filter(({ has }) => has(author)).map(({ role, shape }) => badge(role, shape));
}
