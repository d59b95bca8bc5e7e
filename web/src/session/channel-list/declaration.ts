import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import type { ChannelResource } from "../../api/channel-resource";
import type { Platform } from "../../api/types";
import type { EditorForm } from "../../ui/editor/use-editor-form";
import type { Versioned } from "../../ui/editor/version";
import type { SheetWidth } from "../../ui/sheet/side-sheet";
import type { Subject } from "../access/subjects";
import type { UseRows } from "./rows";

export interface ListItem extends Versioned {
  id: string;
}

export interface ItemProps<Item> {
  channelId: string;
  item: Item;
  canManage: boolean;
}

export interface FieldsProps<Item, Draft> {
  channelId: string;
  /** Null for a new item. */
  item: Item | null;
  form: EditorForm<Draft>;
}

export interface ItemSwitch<Item> {
  field: keyof Item & string;
  /** Its accessible name after the name of the item: "is on". */
  label: string;
  send: (channelId: string, item: Item, isOn: boolean) => Promise<unknown>;
  /** Changes other cached data that shows the switch. */
  showElsewhere?: (client: QueryClient, channelId: string, id: string, isOn: boolean) => void;
}

/** What a feature says about a list with rows that open an editor; the parts it leaves out are not shown. */
export interface ListDeclaration<Item extends ListItem, Draft extends object, Body> {
  resource: ChannelResource<Item, Body>;
  /** Whose permission is needed, and the section of its changes in the audit log. */
  subject: Subject;
  /** Address of the list below that of the channel. */
  path: string;
  title: string;
  about: ReactNode;
  searchLabel: string;
  /** What may be tried when a search finds nothing. */
  notFound: string;
  empty: { about: ReactNode; create: string };
  useRows: UseRows<Item>;
  /** Keeps the list and an open editor up to date; by default both are fetched again after each live message. */
  useLive?: (channelId: string) => void;
  /** Settings of the whole list, between search and rows. */
  Bar?: ComponentType<{ channelId: string; canManage: boolean }>;

  /** Class of the grid of a row and of the head above the rows. */
  columns: string | undefined;
  /** Heads of the columns. */
  heads: ReactNode;
  /** The item in labels and questions: "Delete Socials?" */
  nameOf: (item: Item) => string;
  switch?: ItemSwitch<Item>;
  /** Start of a row without a switch. */
  Leading?: ComponentType<ItemProps<Item>>;
  /** What a row shows in place of the name. */
  Name?: ComponentType<ItemProps<Item>>;
  Summary: ComponentType<ItemProps<Item>>;
  /** A warning in the row. */
  Note?: ComponentType<ItemProps<Item>>;
  Cells: ComponentType<ItemProps<Item>>;
  /** Menu items above Delete. */
  MenuItems?: ComponentType<ItemProps<Item>>;
  /** What is lost with the item. */
  deletionOf: (item: Item) => string;

  newDraft: Draft;
  draftOf: (item: Item, platforms: readonly Platform[]) => Draft;
  /** The request body; `before` is the stored draft, null for a new item. */
  bodyOf: (draft: Draft, before: Draft | null) => Body;
  /** Fields that the list changes too: such a change is no conflict for the open editor. */
  changedInList?: readonly (keyof Draft)[];
  /** Title of the editor; empty for a new item without a name. */
  titleOf: (draft: Draft, item: Item | null) => string;
  /** Where closing the editor leads, if not to the list. */
  pathBehind?: (list: string, item: Item | null) => string;
  /** Accessible name of the editor, if it is not "Timer Socials". */
  labelOf?: (title: string) => string;
  /** Its name in the audit log, if it has another there. */
  auditNameOf?: (item: Item) => string;
  Fields: ComponentType<FieldsProps<Item, Draft>>;
  /** Tags beside the title. */
  Tag?: ComponentType<ItemProps<Item>>;
  /** Buttons in the head of the editor, besides those of every editor. */
  Tools?: ComponentType<ItemProps<Item>>;
  /** Layout class of the fields. */
  fields?: string | undefined;
  width?: SheetWidth;
}

export function listPath({ path }: { path: string }, channelId: string): string {
  return `/channels/${channelId}/${path}`;
}
