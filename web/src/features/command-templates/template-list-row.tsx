import { Menu, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconLink, IconTemplate, IconTrash } from "@tabler/icons-react";
import { mediumDate } from "../../lib/time/dates";
import { copyLink } from "../../ui/buttons/copy-link";
import { ListRow } from "../../ui/list/list-row";
import { RowMenu } from "../../ui/list/row-menu";
import { useCloseIfOpen } from "../../ui/list/use-close-if-open";
import { DeleteTemplateDialog } from "./delete-template-dialog";
import { commandOf, nameOf } from "./template-draft";
import type { Template } from "./template-types";
import classes from "./templates.module.css";

export function TemplateListRow({ template }: { template: Template }) {
  const [isDeleting, deleting] = useDisclosure();
  const path = `/admin/command-templates/${template.id}`;
  const closeIfOpen = useCloseIfOpen("/admin/command-templates", template.id);
  const names = template.commands.map((entry) => nameOf(commandOf(entry)));
  return (
    <ListRow
      to={path}
      className={classes["columns"]}
      leading={<IconTemplate className={classes["mark"]} size={18} stroke={1.6} aria-hidden="true" />}
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
