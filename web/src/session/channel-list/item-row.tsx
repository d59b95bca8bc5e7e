import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { Switch } from "../../ui/buttons/switch";
import { ListRow } from "../../ui/list/list-row";
import { RowMenu } from "../../ui/list/row-menu";
import { useCloseIfOpen } from "../../ui/list/use-close-if-open";
import { SUBJECTS } from "../access/subjects";
import { type ItemProps, type ItemSwitch, type ListDeclaration, type ListItem, listPath } from "./declaration";
import { DeleteItem } from "./delete-item";
import { useItemSwitch } from "./use-item-switch";

interface ItemRowProps<Item extends ListItem, Draft extends object, Body> extends ItemProps<Item> {
  list: ListDeclaration<Item, Draft, Body>;
}

export function ItemRow<Item extends ListItem, Draft extends object, Body>(props: ItemRowProps<Item, Draft, Body>) {
  const { list, ...itemProps } = props;
  const { channelId, item, canManage } = itemProps;
  const { Leading, Name, Summary, Note, Cells } = list;
  return (
    <ListRow
      to={`${listPath(list, channelId)}/${item.id}`}
      className={list.columns}
      isOff={list.switch !== undefined && !item[list.switch.field]}
      leading={list.switch ? <RowSwitch {...props} declared={list.switch} /> : Leading && <Leading {...itemProps} />}
      name={Name ? <Name {...itemProps} /> : <bdi>{list.nameOf(item)}</bdi>}
      summary={<Summary {...itemProps} />}
      note={Note && <Note {...itemProps} />}
    >
      <Cells {...itemProps} />
      {canManage && <ItemMenu {...props} />}
    </ListRow>
  );
}

interface RowSwitchProps<Item extends ListItem, Draft extends object, Body> extends ItemRowProps<Item, Draft, Body> {
  declared: ItemSwitch<Item>;
}

function RowSwitch<Item extends ListItem, Draft extends object, Body>(props: RowSwitchProps<Item, Draft, Body>) {
  const { list, declared, channelId, item, canManage } = props;
  const { mutate } = useItemSwitch(list.resource, declared, channelId);
  return (
    <Switch
      label={`${list.nameOf(item)} ${declared.label}`}
      checked={Boolean(item[declared.field])}
      lockedBecause={canManage ? undefined : SUBJECTS[list.subject].mayNotManage}
      onChange={(isOn) => mutate({ item, isOn })}
    />
  );
}

function ItemMenu<Item extends ListItem, Draft extends object, Body>(props: ItemRowProps<Item, Draft, Body>) {
  const { list, channelId, item } = props;
  const { MenuItems } = list;
  const [isDeleting, deleting] = useDisclosure();
  const closeIfOpen = useCloseIfOpen(listPath(list, channelId), item.id);
  return (
    <>
      <RowMenu label={`Actions for ${list.nameOf(item)}`}>
        {MenuItems && <MenuItems channelId={channelId} item={item} canManage />}
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
          Delete
        </Menu.Item>
      </RowMenu>
      <DeleteItem
        list={list}
        channelId={channelId}
        item={item}
        opened={isDeleting}
        onClose={deleting.close}
        onLeave={closeIfOpen}
      />
    </>
  );
}
