import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { versionOf } from "../../ui/editor/version";
import { TEMPLATES_PATH, TemplateEditor } from "./editor/template-editor";
import { draftOf, newTemplate } from "./template-draft";
import { templateQuery } from "./templates.queries";

export function TemplatePage() {
  const { commandTemplateId = "" } = useParams();
  if (commandTemplateId === "new") return <NewTemplate />;
  return <SavedTemplate key={commandTemplateId} templateId={commandTemplateId} />;
}

function NewTemplate() {
  const saved = useMemo(() => ({ draft: newTemplate(), version: null }), []);
  return <TemplateEditor template={null} saved={saved} />;
}

function SavedTemplate({ templateId }: { templateId: string }) {
  const query = useQuery(templateQuery(templateId));
  const { data } = query;
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (saved && data) return <TemplateEditor template={data} saved={saved} isDeleted={isInaccessible(query.error)} />;
  return <EditorPlaceholder item="template" title="Command Templates" list={TEMPLATES_PATH} query={query} />;
}
