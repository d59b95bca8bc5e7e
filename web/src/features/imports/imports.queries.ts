import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { ImportBody, Imported, Review, Source } from "./import-types";

export function useReview(channelId: string) {
  return useMutation({
    mutationFn: (body: { source: Source; content: string }): Promise<Review> =>
      unwrap(
        api.POST("/api/2/channels/{channel_id}/imports/review", {
          params: { path: { channel_id: channelId } },
          body,
        }),
      ),
    // Errors are shown below the field.
    meta: { quiet: true },
  });
}

export function useImport(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: ImportBody): Promise<Imported> =>
      unwrap(api.POST("/api/2/channels/{channel_id}/imports", { params: { path: { channel_id: channelId } }, body })),
    onSettled: async () => {
      const changed = [keys.commands, keys.timers, keys.quotes, keys.channelFile];
      await Promise.all(changed.map((key) => client.invalidateQueries({ queryKey: key(channelId) })));
    },
    // Errors are shown beside the button.
    meta: { quiet: true },
  });
}
