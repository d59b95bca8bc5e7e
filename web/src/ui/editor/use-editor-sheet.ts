import { useHotkeys } from "@mantine/hooks";
import { useLocation, useNavigate } from "react-router";
import { messageOf } from "../../api/errors";
import { useUnsavedGuard } from "../sheet/unsaved-guard";
import type { KeyOf } from "../shortcuts/shortcuts";
import { toast } from "../toast/toast";
import { keepUnsaved, useDraftTransfer } from "./draft-transfer";
import { type FormOptions, useEditorForm } from "./use-editor-form";

interface SheetOptions<Draft> extends Omit<FormOptions<Draft>, "onCreated" | "onLateFailure" | "isLeaving"> {
  /** Path of the list; the paths of its items begin with it. */
  list: string;
  /** The item was deleted while it was open: the draft stays, and saving creates the item again. */
  isDeleted?: boolean;
}

export type EditorSheetState<Draft extends object> = ReturnType<typeof useEditorSheet<Draft>>;

/** An editor with its own path: saves with the keyboard shortcut and asks before unsaved changes are lost. */
export function useEditorSheet<Draft extends object>({ list, isDeleted = false, ...options }: SheetOptions<Draft>) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const form = useEditorForm<Draft>({
    ...options,
    isNew: options.isNew || isDeleted,
    onCreated: (id) => {
      const blockedPath = guard.blocked();
      if (blockedPath !== null) return leave(blockedPath);
      transferDraft(`${list}/${id}`);
      leave(`${list}/${id}`);
    },
    isLeaving: () => guard.isLeaving(),
    onLateFailure: (error, unsaved) => {
      keepUnsaved(address, unsaved);
      const run = () => void navigate(address, { preventScrollReset: true });
      toast.error("Couldn't save your changes", messageOf(error), { label: "Reopen", run });
    },
  });
  const transferDraft = useDraftTransfer(address, form);
  const guard = useUnsavedGuard(form.hasChanges && !form.isLocked, form.isBeingSaved);
  const leave = (path: string) => {
    guard.allow(path);
    void navigate(path, { replace: true, preventScrollReset: true });
  };
  useHotkeys([["mod+S" satisfies KeyOf<"editor">, form.save]], [], true);
  return {
    form,
    list,
    isDeleted,
    blocker: guard.blocker,
    leave,
    close: () => void navigate(list, { preventScrollReset: true }),
  };
}
