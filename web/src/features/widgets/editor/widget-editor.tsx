import { ActionIcon, TextInput, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowLeft, IconCheck, IconCopyPlus, IconTrash } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { HistoryLink } from "../../../session/access/history-link";
import type { DraftBase } from "../../../ui/editor/drafts";
import editor from "../../../ui/editor/editor.module.css";
import { HeadTool } from "../../../ui/editor/editor-head";
import { EditorNotice } from "../../../ui/editor/editor-notice";
import { NotFoundState } from "../../../ui/editor/not-found-state";
import { SaveBar } from "../../../ui/editor/save-bar";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { type EditorSheetState, useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import type { MediaField } from "../../../ui/fields/setting-field";
import { PageTitle } from "../../../ui/page/page-title";
import { Panel } from "../../../ui/panel";
import { UnsavedDialog } from "../../../ui/sheet/unsaved-guard";
import { AddressBox } from "../address/address-box";
import { DeleteWidgetDialog } from "../delete-widget-dialog";
import { PreviewPane } from "../preview/preview-pane";
import { usePreviewed } from "../preview/use-previewed";
import { SettingsForm } from "../settings/settings-form";
import { MAX_NAME_LENGTH, MAY_NOT_MANAGE } from "../widget-labels";
import type { Widget, WidgetDraft, WidgetType } from "../widget-types";
import { useDuplicateWidget } from "../widgets.queries";
import { CssSection } from "./css-section";
import type { FormProps } from "./form-props";
import { OnStream } from "./on-stream";
import { useSaveWidget } from "./use-save-widget";
import classes from "./widget-editor.module.css";

interface WidgetEditorProps {
  channelId: string;
  widget: Widget;
  type: WidgetType;
  saved: DraftBase<WidgetDraft>;
  /** Whether the widget was deleted, or is no longer accessible, while it was open. */
  isDeleted: boolean;
  canManage: boolean;
  media: MediaField;
}

/** Editor of a widget: settings on the left; preview, tests and controls on the right. */
export function WidgetEditor(props: WidgetEditorProps) {
  const { channelId, widget, type, saved, isDeleted, canManage, media } = props;
  const list = `/channels/${channelId}/widgets`;
  const sheet = useEditorSheet({
    list,
    saved,
    isNew: false,
    isDeleted,
    isLocked: !canManage,
    onSave: useSaveWidget(channelId, widget, isDeleted),
  });
  const previewed = usePreviewed();
  const { form } = sheet;
  if (isDeleted && !form.hasChanges && !form.isSaving) return <DeletedWidget list={list} />;
  const title = form.draft.name.trim() || "Widget";
  return (
    <div className={classes["page"]} data-type={type.name}>
      <PageTitle>{title}</PageTitle>
      <Panel className={classes["settings"] ?? ""} aria-label={`Settings of ${title}`} data-width="page">
        <Head channelId={channelId} widget={widget} title={title} sheet={sheet} />
        <EditorNotice form={form} item="widget" isDeleted={isDeleted} lockedBecause={`${MAY_NOT_MANAGE}.`} />
        <div className={classes["body"]}>
          {!isDeleted && <AddressBox channelId={channelId} widget={widget} />}
          <SettingsFields form={{ ...form, channelId, media }} type={type} />
        </div>
        <Foot form={form} isOn={widget.enabled} />
      </Panel>
      <div className={classes["stream"]}>
        <div className={classes["preview"]}>
          <PreviewPane
            channelId={channelId}
            widget={widget}
            type={type}
            draft={form.draft}
            onRevision={previewed.reportShown}
          />
        </div>
        <div className={classes["below"]}>
          {!isDeleted && <OnStream {...{ channelId, widget, type, previewed }} hasChanges={form.hasChanges} />}
        </div>
      </div>
      <UnsavedDialog blocker={sheet.blocker} message="Your changes to this widget aren't saved." />
    </div>
  );
}

function SettingsFields({ form, type }: { form: FormProps; type: WidgetType }) {
  return (
    <>
      <TextInput
        label="Name"
        value={form.draft.name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        disabled={form.isLocked}
        error={form.errorOf("name")}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
      />
      <SettingsForm form={form} sections={type.sections} />
      <CssSection form={form} type={type} />
    </>
  );
}

interface HeadProps {
  channelId: string;
  widget: Widget;
  title: string;
  sheet: EditorSheetState<WidgetDraft>;
}

function Head({ channelId, widget, title, sheet }: HeadProps) {
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  const { list, form, isDeleted, leave } = sheet;
  const { mutate: duplicate } = useDuplicateWidget(channelId, ({ id }) => void navigate(`${list}/${id}`));
  return (
    <header className={classes["head"]}>
      <Tooltip label="All widgets">
        <ActionIcon component={Link} to={list} aria-label="All widgets">
          <IconArrowLeft size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <h1 className="grow miw-0 breaks" tabIndex={-1} data-autofocus>
        <bdi>{title}</bdi>
      </h1>
      {!form.isLocked && !isDeleted && (
        <span className="row rigid">
          <HeadTool label="Duplicate" icon={IconCopyPlus} onClick={() => duplicate(widget)} />
          <HistoryLink section="widgets" name={widget.name} />
          <HeadTool label="Delete" icon={IconTrash} onClick={deleting.open} />
        </span>
      )}
      <DeleteWidgetDialog
        channelId={channelId}
        widget={widget}
        opened={isDeleting}
        onClose={deleting.close}
        onLeave={() => leave(list)}
      />
    </header>
  );
}

function Foot({ form, isOn }: { form: EditorForm<WidgetDraft>; isOn: boolean }) {
  if (form.isLocked) return null;
  return (
    <footer className={editor["foot"]}>
      {!form.hasChanges && (
        <span className={classes["saved"]}>
          <IconCheck size={15} aria-hidden="true" />
          {isOn ? "Saved, live on stream" : "Saved, but off: blank on stream"}
        </span>
      )}
      <SaveBar form={form} />
    </footer>
  );
}

export function DeletedWidget({ list }: { list: string }) {
  return (
    <Panel padded>
      <PageTitle>Stream Widgets</PageTitle>
      <NotFoundState item="widget" list={list} />
    </Panel>
  );
}
