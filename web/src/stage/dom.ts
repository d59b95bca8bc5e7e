/** A new element with a class and a text, which is never read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  text = "",
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

/**
 * An image from an http(s) address, from this server or from a data URL; null for any other address. An image that does
 * not load is replaced by its text: browsers would show a broken-picture icon.
 */
export function picture(className: string, url: string, alt = ""): HTMLImageElement | null {
  if (!/^(?:https?:\/\/|\/|data:image\/)/.test(url)) return null;
  const image = element("img", className);
  image.src = url;
  image.alt = alt;
  image.decoding = "async";
  image.addEventListener("error", () => image.replaceWith(alt));
  return image;
}

/** Sets CSS variables, which the style sheet reads: `size` becomes `--size`. */
export function setCssVariables(root: HTMLElement, properties: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(`--${name}`, String(value));
}

/** Opacity of a background, from 0 to 1. */
export const shade = (percent: number): number => percent / 100;
