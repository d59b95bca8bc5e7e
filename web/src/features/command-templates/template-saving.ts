import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Kept, Stored, Version } from "../../ui/editor/use-editor-form";
import { isConflict, versionOf } from "../../ui/editor/version";
import { bodyOf, draftOf } from "./template-draft";
import type { Template, TemplateDraft } from "./template-types";
import { templateQuery, templatesQuery } from "./templates.queries";

/** Saves a template and answers what the server made of it. */
export function useSaveTemplate(templateId: string | null) {
  const client = useQueryClient();
  return async (draft: TemplateDraft, base: Kept<TemplateDraft>): Promise<Stored<TemplateDraft>> => {
    const template = await send(templateId, draft, base.version).catch(async (error: unknown) => {
      // What is in the way must be known before somebody can choose.
      if (templateId !== null && isConflict(error)) {
        await client.invalidateQueries({ queryKey: templateQuery(templateId).queryKey });
      }
      throw error;
    });
    client.setQueryData(templateQuery(template.id).queryKey, template);
    void client.invalidateQueries({ queryKey: templatesQuery.queryKey });
    return { id: template.id, draft: draftOf(template), version: versionOf(template) };
  };
}

function send(templateId: string | null, draft: TemplateDraft, version: Version | null): Promise<Template> {
  const body = bodyOf(draft);
  if (templateId === null) return unwrap(api.POST("/api/2/admin/command-templates", { body }));
  const params = { path: { template_id: templateId }, query: { revision: version?.revision ?? null } };
  return unwrap(api.PUT("/api/2/admin/command-templates/{template_id}", { params, body }));
}
