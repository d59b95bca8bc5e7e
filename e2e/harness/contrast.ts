import { expect, type Locator } from "@playwright/test";

/** How well a text stands out from what is painted behind it, as WCAG counts: 1 is not at all, 21 black on white. */
export async function contrastOf(text: Locator): Promise<number> {
  await expect(text).toBeVisible();
  return text.evaluate((element) => {
    const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const backgrounds: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      backgrounds.unshift(getComputedStyle(at).backgroundColor);
    }
    // From the outermost inwards, as they are painted: one that is half transparent lets the others through.
    const luminance = (colours: string[]) => {
      for (const colour of colours) {
        if (brush) brush.fillStyle = colour;
        brush?.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...(brush?.getImageData(0, 0, 1, 1).data ?? [])].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [behind, before] = [luminance(["white", ...backgrounds]), luminance([getComputedStyle(element).color])];
    return (Math.max(behind, before) + 0.05) / (Math.min(behind, before) + 0.05);
  });
}
