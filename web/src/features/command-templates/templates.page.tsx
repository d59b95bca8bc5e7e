import { Button, Menu, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconLink, IconPlus, IconTemplate, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useMatch } from "react-router";
import { mediumDate } from "../../lib/time/dates";
import { copyLink } from "../../ui/buttons/copy-link";
import { EmptyState } from "../../ui/empty-state";
import list from "../../ui/list/list.module.css";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { ListPlaceholder } from "../../ui/list/list-placeholder";
import { ListRow } from "../../ui/list/list-row";
import { RowMenu } from "../../ui/list/row-menu";
import { useCloseIfOpen } from "../../ui/list/use-close-if-open";
import { MirrorPicture } from "../../ui/mirror-picture";
import { DeleteTemplateDialog } from "./delete-template-dialog";
import { commandOf, nameOf } from "./template-draft";
import { matchingTemplates } from "./template-search";
import type { Template } from "./template-types";
import classes from "./templates.module.css";
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

function TemplateListRow({ template }: { template: Template }) {
  const [isDeleting, deleting] = useDisclosure();
  const path = `/admin/command-templates/${template.id}`;
  const closeIfOpen = useCloseIfOpen("/admin/command-templates", template.id);
  const names = template.commands.map((entry) => nameOf(commandOf(entry)));
  return (
    <ListRow
      to={path}
      className={classes["columns"]}
      leading={<IconTemplate className="muted" size={18} stroke={1.6} aria-hidden="true" />}
      name={<bdi>{template.title}</bdi>}
      summary={<bdi>{names.join(" ")}</bdi>}
    >
      <span className={classes["fact"]}>{names.length === 1 ? "1 command" : `${names.length} commands`}</span>
      <span className={classes["changed"]}>
        <VisuallyHidden>Last edited </VisuallyHidden>
        {mediumDate(template.updated_at)}
      </span>
      <RowMenu label={`Actions for ${template.title}`}>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink(path)}>
          Copy link
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
          Delete
        </Menu.Item>
      </RowMenu>
      <DeleteTemplateDialog template={template} opened={isDeleting} onClose={deleting.close} onLeave={closeIfOpen} />
    </ListRow>
  );
}
