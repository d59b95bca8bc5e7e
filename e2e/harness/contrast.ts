import { expect, type Locator } from "@playwright/test";

/** WCAG contrast ratio of a text to its background: from 1 to 21. */
export async function contrastOf(text: Locator): Promise<number> {
  await expect(text).toBeVisible();
  return text.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const backgrounds: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      backgrounds.unshift(getComputedStyle(at).backgroundColor);
    }
    // Painted from the outermost element inwards, so that transparent backgrounds blend.
    const luminance = (colours: string[]) => {
      for (const colour of colours) {
        if (canvas) canvas.fillStyle = colour;
        canvas?.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].map((channel) => {
        const value = channel / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [background, foreground] = [
      luminance(["white", ...backgrounds]),
      luminance([getComputedStyle(element).color]),
    ];
    return (Math.max(background, foreground) + 0.05) / (Math.min(background, foreground) + 0.05);
  });
}
