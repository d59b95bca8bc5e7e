import { api, unwrap } from "../../../api/client";
import { useSave } from "../../../ui/editor/use-save";
import { bodyOf, draftOf } from "../template-draft";
import type { Template, TemplateDraft } from "../template-types";
import { templateQuery, templatesQuery } from "../templates.queries";

export function useSaveTemplate(templateId: string | null) {
  return useSave({
    id: templateId,
    itemKey: (id) => templateQuery(id).queryKey,
    listsKey: templatesQuery.queryKey,
    send: (draft: TemplateDraft, { version }): Promise<Template> => {
      const body = bodyOf(draft);
      if (templateId === null) return unwrap(api.POST("/api/2/admin/command-templates", { body }));
      const params = { path: { template_id: templateId }, query: { revision: version?.revision ?? null } };
      return unwrap(api.PUT("/api/2/admin/command-templates/{template_id}", { params, body }));
    },
    draftOf,
  });
}
