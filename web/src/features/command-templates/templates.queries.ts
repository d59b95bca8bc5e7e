import { queryOptions, type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { isInaccessible } from "../../api/errors";
import { keys } from "../../api/keys";
import { updateOptimistically } from "../../api/mutations/optimistic";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { toast } from "../../ui/toast/toast";
import type { Template, TemplatePreview, TemplateSummary } from "./template-types";

const TEMPLATES = "/api/2/admin/command-templates";
const TEMPLATE = "/api/2/admin/command-templates/{template_id}";
const CHANNEL_TEMPLATE = "/api/2/channels/{channel_id}/command-templates/{template_id}";

export const templatesQuery = queryOptions({
  queryKey: [...keys.commandTemplates, "list"],
  queryFn: async (): Promise<Template[]> => (await unwrap(api.GET(TEMPLATES))).records,
});

export function templateQuery(templateId: string) {
  return queryOptions({
    queryKey: [...keys.commandTemplates, "one", templateId],
    queryFn: (): Promise<Template> => unwrap(api.GET(TEMPLATE, { params: { path: { template_id: templateId } } })),
    // The editor itself shows that its template was deleted.
    meta: { quiet: isInaccessible },
  });
}

/** Deletes a template; optimistic, the template returns to the list if the request fails. */
export function useDeleteTemplate() {
  const client = useQueryClient();
  const { queryKey } = templatesQuery;
  return useMutation({
    mutationFn: (templateId: string) => unwrap(api.DELETE(TEMPLATE, { params: { path: { template_id: templateId } } })),
    onMutate: (templateId) =>
      updateOptimistically<Template[]>(client, queryKey, (list) => list.filter(({ id }) => id !== templateId)),
    onError: (_error, _templateId, undo) => undo?.(),
    onSuccess: () => toast.success("Template deleted"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** The templates that a channel can import. */
export function useOfferedTemplates(): UseQueryResult<TemplateSummary[]> {
  return useQuery({
    // The key is below the key of the list, so that both are refetched together.
    queryKey: [...templatesQuery.queryKey, "offered"],
    queryFn: async (): Promise<TemplateSummary[]> => (await unwrap(api.GET("/api/2/command-templates"))).records,
  });
}

/** The template's commands, and which names the channel has already; refetched with the channel's commands. */
export function useTemplatePreview(channelId: string, templateId: string): UseQueryResult<TemplatePreview> {
  return useQuery({
    queryKey: [...keys.commands(channelId), "template", templateId],
    queryFn: (): Promise<TemplatePreview> =>
      unwrap(
        api.POST(`${CHANNEL_TEMPLATE}/preview`, {
          params: { path: { channel_id: channelId, template_id: templateId } },
        }),
      ),
    meta: { quiet: isInaccessible },
  });
}

type ImportedCommands = { key: string; conflicts: "skip" | "rename" | "replace" }[];

export function useImportTemplate(channelId: string, templateId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (commands: ImportedCommands) =>
      unwrap(
        api.POST(`${CHANNEL_TEMPLATE}/import`, {
          params: { path: { channel_id: channelId, template_id: templateId } },
          body: { commands },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keys.commands(channelId) }),
    // Errors are shown in the dialog.
    meta: { quiet: true },
  });
}
