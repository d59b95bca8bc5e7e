import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate, useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { usePlatforms } from "../../api/platforms";
import { capitalised } from "../../lib/text/sentence";
import type { DraftBase } from "../../ui/editor/drafts";
import { EditorHead } from "../../ui/editor/editor-head";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { EditorSheet } from "../../ui/editor/editor-sheet";
import { useEditorSheet } from "../../ui/editor/use-editor-sheet";
import { versionOf } from "../../ui/editor/version";
import { HistoryLink } from "../access/history-link";
import { SUBJECTS } from "../access/subjects";
import { can, useChannel } from "../channel";
import { type ListDeclaration, type ListItem, listPath } from "./declaration";
import { DeleteItem } from "./delete-item";
import { useSaveItem } from "./use-save-item";

interface EditorProps<Item extends ListItem, Draft extends object, Body> {
  list: ListDeclaration<Item, Draft, Body>;
}

/** The editor of the item in the address, or of a new one. */
export function EditorScreen<Item extends ListItem, Draft extends object, Body>(props: EditorProps<Item, Draft, Body>) {
  const { list } = props;
  const { channelId = "", itemId = "new" } = useParams();
  const canManage = can(useChannel(channelId).data, `${list.subject}.manage`);
  const saved = useMemo(() => ({ draft: list.newDraft, version: null }), [list]);
  if (itemId === "new") {
    return <ItemEditor list={list} channelId={channelId} item={null} saved={saved} canManage={canManage} />;
  }
  return <SavedItem key={itemId} list={list} channelId={channelId} itemId={itemId} canManage={canManage} />;
}

interface SavedItemProps<Item extends ListItem, Draft extends object, Body> extends EditorProps<Item, Draft, Body> {
  channelId: string;
  itemId: string;
  canManage: boolean;
}

function SavedItem<Item extends ListItem, Draft extends object, Body>(props: SavedItemProps<Item, Draft, Body>) {
  const { list, channelId, itemId, canManage } = props;
  const { resource, draftOf } = list;
  const query = useQuery(resource.item(channelId, itemId));
  const { data: item } = query;
  const platforms = usePlatforms();
  const saved = useMemo(
    () => item && { draft: draftOf(item, platforms), version: versionOf(item) },
    [item, draftOf, platforms],
  );
  if (item && saved) {
    return (
      <ItemEditor
        list={list}
        channelId={channelId}
        item={item}
        saved={saved}
        isDeleted={isInaccessible(query.error)}
        canManage={canManage}
      />
    );
  }
  return (
    <EditorPlaceholder
      item={resource.one}
      title={list.title}
      list={listPath(list, channelId)}
      query={query}
      width={list.width ?? "usual"}
    />
  );
}

interface ItemEditorProps<Item extends ListItem, Draft extends object, Body> extends EditorProps<Item, Draft, Body> {
  channelId: string;
  /** Null for a new item. */
  item: Item | null;
  saved: DraftBase<Draft>;
  /** Whether another user has deleted the item since the editor was opened. */
  isDeleted?: boolean;
  canManage: boolean;
}

export function ItemEditor<Item extends ListItem, Draft extends object, Body>(
  props: ItemEditorProps<Item, Draft, Body>,
) {
  const { list, channelId, item: loaded, saved, isDeleted = false, canManage } = props;
  const { one } = list.resource;
  // A deleted item can only be saved as a new one.
  const item = isDeleted ? null : loaded;
  const [isDeleting, deleting] = useDisclosure();
  const path = listPath(list, channelId);
  const sheet = useEditorSheet<Draft>({
    list: path,
    saved,
    isNew: item === null,
    isDeleted,
    isLocked: !canManage,
    changedInList: list.changedInList,
    onSave: useSaveItem(list, channelId, item?.id ?? null),
  });
  const navigate = useNavigate();
  const close = () => void navigate(list.pathBehind?.(path, item) ?? path, { preventScrollReset: true });
  const title = list.titleOf(sheet.form.draft, loaded).trim() || `New ${one}`;
  const { Fields } = list;
  return (
    <EditorSheet
      sheet={{ ...sheet, close }}
      item={one}
      title={title}
      label={list.labelOf?.(title) ?? `${capitalised(one)} ${title}`}
      lockedBecause={`${SUBJECTS[list.subject].mayNotManage}.`}
      width={list.width ?? "usual"}
      className={list.fields}
      head={
        <ItemHead
          list={list}
          channelId={channelId}
          item={item}
          title={title}
          canManage={canManage}
          onDelete={deleting.open}
          onClose={close}
        />
      }
    >
      <Fields channelId={channelId} item={item} form={sheet.form} />
      {item && (
        <DeleteItem
          list={list}
          channelId={channelId}
          item={item}
          opened={isDeleting}
          onClose={deleting.close}
          onLeave={() => sheet.leave(path)}
        />
      )}
    </EditorSheet>
  );
}

interface ItemHeadProps<Item extends ListItem, Draft extends object, Body> extends EditorProps<Item, Draft, Body> {
  channelId: string;
  item: Item | null;
  title: string;
  canManage: boolean;
  onDelete: () => void;
  onClose: () => void;
}

function ItemHead<Item extends ListItem, Draft extends object, Body>(props: ItemHeadProps<Item, Draft, Body>) {
  const { list, channelId, item, title, canManage, onDelete, onClose } = props;
  if (!item) return <EditorHead title={title} isSaved={false} onDelete={null} onClose={onClose} />;
  const { Tag, Tools, subject, nameOf, auditNameOf = nameOf } = list;
  const itemProps = { channelId, item, canManage };
  return (
    <EditorHead
      title={title}
      tag={Tag && <Tag {...itemProps} />}
      tools={
        <>
          {Tools && <Tools {...itemProps} />}
          <HistoryLink section={subject} name={auditNameOf(item)} />
        </>
      }
      isSaved
      onDelete={canManage ? onDelete : null}
      onClose={onClose}
    />
  );
}
