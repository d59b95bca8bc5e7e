import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { clsx } from "clsx";
import { useState } from "react";
import { useMatch, useNavigate, useParams } from "react-router";
import { EmptyState } from "../../ui/empty-state";
import classes from "../../ui/list/list.module.css";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { ListPlaceholder } from "../../ui/list/list-placeholder";
import { NewButton } from "../../ui/list/new-button";
import { MirrorPicture } from "../../ui/mirror-picture";
import { SUBJECTS } from "../access/subjects";
import { can, useChannel } from "../channel";
import { type ListDeclaration, type ListItem, listPath } from "./declaration";
import { ItemRow } from "./item-row";
import type { Rows } from "./rows";

interface ListProps<Item extends ListItem, Draft extends object, Body> {
  list: ListDeclaration<Item, Draft, Body>;
}

/** The list, with the editor of its child route beside it. */
export function ListScreen<Item extends ListItem, Draft extends object, Body>(
  props: ListProps<Item, Draft, Body> & { useLive: (channelId: string) => void },
) {
  const { list, useLive } = props;
  const { channelId = "" } = useParams();
  const isOpen = useMatch(`${listPath(list, ":channelId")}/:itemId`) !== null;
  useLive(channelId);
  return (
    <ListPage title={list.title} isOpen={isOpen} sheet={list.width ?? "usual"}>
      <ItemPanel list={list} channelId={channelId} />
    </ListPage>
  );
}

interface ItemPanelProps<Item extends ListItem, Draft extends object, Body> extends ListProps<Item, Draft, Body> {
  channelId: string;
}

function ItemPanel<Item extends ListItem, Draft extends object, Body>(props: ItemPanelProps<Item, Draft, Body>) {
  const { list, channelId } = props;
  const { resource, title, about, searchLabel, Bar } = list;
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const rows = list.useRows(channelId, search);
  const channel = useChannel(channelId).data;
  const canManage = can(channel, `${list.subject}.manage`);
  const create = () => void navigate(`${listPath(list, channelId)}/new`);
  return (
    <ListPanel
      title={title}
      count={rows.count}
      about={about}
      query={search}
      onQuery={setSearch}
      searchLabel={searchLabel}
      actions={
        <NewButton
          label={`New ${resource.one}`}
          isLocked={!canManage}
          lockedBecause={channel && SUBJECTS[list.subject].mayNotManage}
          onClick={create}
        />
      }
      bar={Bar && <Bar channelId={channelId} canManage={canManage} />}
    >
      <ItemRows list={list} channelId={channelId} rows={rows} canManage={canManage} onNew={create} />
    </ListPanel>
  );
}

interface ItemRowsProps<Item extends ListItem, Draft extends object, Body> extends ItemPanelProps<Item, Draft, Body> {
  rows: Rows<Item>;
  canManage: boolean;
  onNew: () => void;
}

export function ItemRows<Item extends ListItem, Draft extends object, Body>(props: ItemRowsProps<Item, Draft, Body>) {
  const { list, channelId, rows, canManage } = props;
  const { query, found, isEmpty, more } = rows;
  const many = `${list.resource.one}s`;
  if (!found) return <ListPlaceholder query={query} label={`Loading ${many}`} />;
  if (isEmpty) return <NoItems {...props} />;
  if (found.length === 0) return <EmptyState title={`No ${many} found`} about={list.notFound} />;
  return (
    <>
      <div className={clsx(classes["columns"], list.columns)} aria-hidden="true">
        {list.heads}
      </div>
      <ul className={classes["rows"]}>
        {found.map((item) => (
          <ItemRow key={item.id} list={list} channelId={channelId} item={item} canManage={canManage} />
        ))}
      </ul>
      {more}
    </>
  );
}

function NoItems<Item extends ListItem, Draft extends object, Body>(props: ItemRowsProps<Item, Draft, Body>) {
  const { list, canManage, onNew } = props;
  const { about, create } = list.empty;
  return (
    <EmptyState title={`No ${list.resource.one}s yet`} about={about} picture={<MirrorPicture />}>
      {canManage && (
        <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
          {create}
        </Button>
      )}
    </EmptyState>
  );
}
