import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { BanEverywhere } from "../../../api/moderation";
import { platformName, usePlatforms } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import { joinNames } from "../../../lib/text/join-names";
import { type OfferLabel, offerToUndo } from "../../../session/moderation";

type Result = BanEverywhere["results"][number];

/** Returns a function that makes one offer to undo all successful bans of “Ban everywhere”. */
export function useOfferUndoEverywhere(channelId: string): (results: readonly Result[]) => void {
  const client = useQueryClient();
  const platforms = usePlatforms();
  return (results) => offerBans(client, channelId, platforms, results);
}

function offerBans(
  client: QueryClient,
  channelId: string,
  platforms: readonly Platform[],
  results: readonly Result[],
): void {
  const bans = results.filter(({ outcome }) => outcome === "done");
  const entries = bans.flatMap(({ entry_id: id, connection_id, provider_viewer_id }) =>
    id && connection_id ? [{ id, connection_id, provider_viewer_id, action: "ban" as const }] : [],
  );
  if (entries.length > 0) offerToUndo(client, channelId, entries, labelOf(platforms, bans));
}

/** "Banned kestrel_ on Twitch and Kick, kes on YouTube" */
function labelOf(platforms: readonly Platform[], bans: readonly Result[]): OfferLabel {
  const nameOf = ({ name, provider_viewer_id: id }: Result) => name || id;
  const onPlatforms = (name: string) => {
    const names = bans.filter((ban) => nameOf(ban) === name).map(({ provider }) => platformName(platforms, provider));
    return `on ${joinNames([...new Set(names)])}`;
  };
  const [first = "", ...others] = new Set(bans.map(nameOf));
  const suffix = [onPlatforms(first), ...others.map((name) => `${name} ${onPlatforms(name)}`)].join(", ");
  return { verb: "Banned", name: first, suffix };
}
