import { api, unwrap } from "../../../api/client";
import { useSave } from "../../../ui/editor/use-save";
import type { Widget, WidgetDraft } from "../widget-types";
import { widgets } from "../widgets.queries";
import { draftOf } from "./draft";

export function useSaveWidget(channelId: string, widget: Pick<Widget, "id" | "type" | "enabled">, isDeleted: boolean) {
  return useSave({
    id: widget.id,
    itemKey: (id) => widgets.item(channelId, id).queryKey,
    listsKey: widgets.listsKey(channelId),
    send: (draft: WidgetDraft, { version }): Promise<Widget> => {
      // A deleted widget is saved as a new one.
      if (isDeleted) {
        const params = { path: { channel_id: channelId } };
        const { type, enabled } = widget;
        return unwrap(api.POST("/api/2/channels/{channel_id}/widgets", { params, body: { ...draft, type, enabled } }));
      }
      return widgets.save(channelId, widget.id, draft, version?.revision ?? null);
    },
    draftOf,
  });
}
