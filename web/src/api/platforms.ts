import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";
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

/** A platform that commands, timers and filters know by name. */
export type Provider = components["schemas"]["CommandIn"]["providers"][number];
export type Writable = Platform & { provider: Provider };

/** The platforms whose chat is read are those that a filter knows by name. */
export function isReadable(platform: Platform): platform is Platform & { provider: Provider } {
  return platform.flags.chatRead;
}

/** The platforms on which the bot can say something. */
export function writable(platforms: readonly Platform[]): Writable[] {
  return platforms.filter((platform): platform is Writable => platform.flags.chatWrite && platform.flags.stream);
}

/** Whether a list of platforms means this one; none named means all, also one that is connected later. */
export function isMeant(providers: readonly string[], provider: string): boolean {
  return providers.length === 0 || providers.includes(provider);
}

/** The platforms after one was pressed. None named means all; the last one cannot be taken away. */
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
