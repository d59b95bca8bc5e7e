import { api, unwrap } from "../../../api/client";
import { messageOf } from "../../../api/errors";
import { useSingleMutation } from "../../../api/mutations/single-mutation";
import { saveFile } from "../../../lib/save-file";
import { toast } from "../../../ui/toast/toast";

type Format = "csv" | "jsonl";

/** Downloads the stored chat with a request, because a plain link cannot send the access token. */
export function useExportChat(channelId: string) {
  return useSingleMutation({
    mutationFn: async (format: Format) => {
      const progress = toast.loading("Exporting chat");
      try {
        const params = { path: { channel_id: channelId }, query: { format } };
        const file = await unwrap<unknown>(
          api.GET("/api/2/channels/{channel_id}/chat-messages/export", { params, parseAs: "blob" }),
        );
        if (file instanceof Blob) saveFile(file, `chat.${format}`);
        progress.success("Chat exported");
      } catch (error) {
        progress.error(messageOf(error));
      }
    },
  });
}
