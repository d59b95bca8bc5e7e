import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";
import type { Platform } from "./types";

const ELEMENT_ID = "greenroom-platforms";
const NONE: Platform[] = [];

/** The platforms that the server embedded in the page; undefined if there are none. */
export function inlinedPlatforms(page: Document = document): Platform[] | undefined {
  const text = page.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return undefined;
  // Written by the same server from the model that the API types describe.
  return JSON.parse(text) as Platform[];
}

export const platformsQuery = queryOptions({
  queryKey: keys.platforms,
  queryFn: (): Promise<Platform[]> => unwrap(api.GET("/api/2/platforms")),
  initialData: () => inlinedPlatforms(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every platform of this installation; empty until loaded. */
export function usePlatforms(): Platform[] {
  return useQuery(platformsQuery).data ?? NONE;
}

/** Display name of a platform; its key if this installation no longer has it. */
export function platformName(platforms: readonly Platform[], provider: string): string {
  return platforms.find((platform) => platform.provider === provider)?.name ?? provider;
}

/** A platform key that commands, timers and filters accept. */
export type Provider = components["schemas"]["CommandIn"]["providers"][number];
export type WritablePlatform = Platform & { provider: Provider };

/** Whether Greenroom reads the platform's chat; only such a platform can be chosen in a filter. */
export function isReadable(platform: Platform): platform is Platform & { provider: Provider } {
  return platform.flags.chatRead;
}

/** The streaming platforms to whose chat Greenroom can send. */
export function writablePlatforms(platforms: readonly Platform[]): WritablePlatform[] {
  return platforms.filter((each): each is WritablePlatform => each.flags.chatWrite && each.flags.stream);
}

/** Whether a list includes a platform; an empty list means all platforms, also those connected later. */
export function covers(providers: readonly string[], provider: string): boolean {
  return providers.length === 0 || providers.includes(provider);
}

/** The list after one platform is toggled; empty means all, and the last platform cannot be removed. */
export function toggleProvider<Name extends string>(
  all: readonly Name[],
  chosen: readonly Name[],
  provider: Name,
): Name[] {
  const before = chosen.length === 0 ? all : chosen;
  const after = before.includes(provider) ? before.filter((other) => other !== provider) : [...before, provider];
  if (after.length === 0) return [...chosen];
  return all.every((each) => after.includes(each)) ? [] : all.filter((each) => after.includes(each));
}
