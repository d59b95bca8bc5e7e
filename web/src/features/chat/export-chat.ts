import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { messageOf } from "../../api/errors";
import { toast } from "../../ui/toast";

type Format = "csv" | "jsonl";

/** Saves the whole stored chat as a file; the call needs the token, so it cannot be a plain link. */
export function useExportChat(channelId: string) {
  return useMutation({
    mutationFn: async (format: Format) => {
      const told = toast.loading("Exporting chat");
      try {
        const params = { path: { channel_id: channelId }, query: { format } };
        const file = await unwrap<unknown>(
          api.GET("/api/2/channels/{channel_id}/chat-messages/export", { params, parseAs: "blob" }),
        );
        if (file instanceof Blob) save(file, `chat.${format}`);
        told.success("Chat exported");
      } catch (error) {
        told.error(messageOf(error));
      }
    },
  });
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file over by then; without it the memory stays taken.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
