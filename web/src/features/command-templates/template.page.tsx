import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isGone } from "../../session/channel";
import frame from "../../ui/editor/editor.module.css";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { draftOf, newTemplate } from "./template-draft";
import { TemplateEditor } from "./template-editor";
import { versionOf } from "./template-saving";
import { templateQuery } from "./templates.queries";

const LIST = "/admin/command-templates";

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
  const { data, error, refetch, isFetching } = useQuery(templateQuery(templateId));
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (error && isGone(error)) {
    return (
      <Waiting>
        <EmptyState title="This template is gone" about="Somebody has deleted it, or the link is not complete.">
          <Button component={Link} to={LIST}>
            All templates
          </Button>
        </EmptyState>
      </Waiting>
    );
  }
  if (saved && data) return <TemplateEditor template={data} saved={saved} />;
  return (
    <Waiting>
      {error && <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
    </Waiting>
  );
}

/** The place of the editor until it is there, or what to say instead. */
function Waiting({ children }: { children?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <SideSheet label="Template" width="usual" onClose={() => void navigate(LIST)}>
      <PageTitle>Command Templates</PageTitle>
      <div className={frame["waiting"]}>{children || <SkeletonRows count={8} label="Loading the template" />}</div>
    </SideSheet>
  );
}
