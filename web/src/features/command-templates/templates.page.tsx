import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useMatch } from "react-router";
import { EmptyState } from "../../ui/empty-state";
import list from "../../ui/list/list.module.css";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { ListPlaceholder } from "../../ui/list/list-placeholder";
import { MirrorPicture } from "../../ui/mirror-picture";
import { TemplateListRow } from "./template-list-row";
import { matchingTemplates } from "./template-search";
import { templatesQuery } from "./templates.queries";

export function TemplatesPage() {
  const isOpen = useMatch("/admin/command-templates/:commandTemplateId") !== null;
  const [query, setQuery] = useState("");
  const { data } = useQuery(templatesQuery);
  return (
    <ListPage title="Command Templates" isOpen={isOpen}>
      <ListPanel
        title="Command Templates"
        count={data?.length}
        about="Command packs channels can import."
        query={query}
        onQuery={setQuery}
        searchLabel="Search templates and commands"
        actions={
          <Button
            component={Link}
            to="/admin/command-templates/new"
            variant="filled"
            leftSection={<IconPlus size={16} />}
          >
            New template
          </Button>
        }
      >
        <Templates query={query} />
      </ListPanel>
    </ListPage>
  );
}

function Templates({ query }: { query: string }) {
  const rows = useQuery(templatesQuery);
  const { data } = rows;
  if (!data) return <ListPlaceholder query={rows} label="Loading templates" count={5} />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="No templates yet"
        about="Create command packs that every channel on this server can import."
        picture={<MirrorPicture />}
      >
        <Button component={Link} to="/admin/command-templates/new" leftSection={<IconPlus size={16} />}>
          Create template
        </Button>
      </EmptyState>
    );
  }
  const found = matchingTemplates(data, query);
  if (found.length === 0) return <EmptyState title="No templates found" about="Try another search." />;
  return (
    <ul className={list["rows"]}>
      {found.map((template) => (
        <TemplateListRow key={template.id} template={template} />
      ))}
    </ul>
  );
}
