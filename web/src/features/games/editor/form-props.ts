import type { EditorForm } from "../../../ui/editor/use-editor-form";

export type FormProps<Settings> = Pick<EditorForm<Settings>, "draft" | "change" | "errorOf" | "isLocked">;

export const MAY_NOT_MANAGE = "Only Editors and above can change games";
