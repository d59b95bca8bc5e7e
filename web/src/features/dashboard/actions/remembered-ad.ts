import type { components } from "../../../api/schema";

type Ad = components["schemas"]["AdOut"];

const keyOf = (connectionId: string) => `greenroom.ad.${connectionId}`;

/** Stores the running ad for the next load of the page, because the server publishes an ad only once. */
export function rememberAd(connectionId: string, ad: Ad): void {
  try {
    sessionStorage.setItem(keyOf(connectionId), JSON.stringify(ad));
  } catch {
    // Without storage, a reload of the page ends the countdown.
  }
}

export function rememberedAd(connectionId: string): Ad | undefined {
  try {
    // The value needs no validation: only `rememberAd` writes it, and it ends with the tab.
    return JSON.parse(sessionStorage.getItem(keyOf(connectionId)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
