import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { Platform } from "./types";

const ELEMENT_ID = "greenroom-platforms";
const NONE: Platform[] = [];

/** The server writes the descriptors into the page, so that the first paint needs no call. */
export function inlinedPlatforms(page: Document = document): Platform[] | undefined {
  const text = page.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return undefined;
  // The same server wrote this text from the same model that the API's types describe.
  return JSON.parse(text) as Platform[];
}

export const platformsQuery = queryOptions({
  queryKey: keys.platforms,
  queryFn: (): Promise<Platform[]> => unwrap(api.GET("/api/2/platforms")),
  initialData: () => inlinedPlatforms(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every platform of this installation; empty until they are known. */
export function usePlatforms(): Platform[] {
  return useQuery(platformsQuery).data ?? NONE;
}

/** The name people know; the key itself for a platform that this installation no longer describes. */
export function platformName(platforms: readonly Platform[], provider: string): string {
  return platforms.find((platform) => platform.provider === provider)?.name ?? provider;
}
