const SVG = "http://www.w3.org/2000/svg";

const SHAPES: Record<string, string> = {
  twitch:
    "M5.8 2 2.6 5.6V19h4.7v3l3-3h3.3l6.8-6.7V2H5.8Zm12.5 9.4-3.3 3.2h-3.3l-2.7 2.6v-2.6H5.9V4.1h12.4v7.3ZM9.3 6.9h2v4.7h-2zM14 6.9h2v4.7h-2z",
  youtube:
    "M6.5 4.8h11A4.5 4.5 0 0 1 22 9.3v5.4a4.5 4.5 0 0 1-4.5 4.5h-11A4.5 4.5 0 0 1 2 14.7V9.3a4.5 4.5 0 0 1 4.5-4.5Zm3.5 4v6.4l5.4-3.2L10 8.8Z",
  kick: "M3.5 3h6.1v4.2h2V5h2V3h6.9v6.1h-2v2h-2v1.8h2v2h2V21h-6.9v-2h-2v-2.2h-2V21H3.5V3Z",
  tiktok:
    "M12.7 2.5h3.2c.3 2.5 1.8 4.1 4.3 4.3v3.3c-1.6 0-3-.5-4.3-1.3v6.3a6 6 0 1 1-6-6l.9.1v3.4a2.6 2.6 0 1 0 1.9 2.5V2.5Z",
};
const UNKNOWN = "M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z";

/** The icon of a platform, in the platform's colour. */
export function platformMark(className: string, provider: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.dataset["platform"] = provider;
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("fill-rule", "evenodd");
  path.setAttribute("d", SHAPES[provider] ?? UNKNOWN);
  svg.append(path);
  return svg;
}
