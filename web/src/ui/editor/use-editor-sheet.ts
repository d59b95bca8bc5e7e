import { useHotkeys } from "@mantine/hooks";
import { useLocation, useNavigate } from "react-router";
import { messageOf } from "../../api/errors";
import { useUnsavedGuard } from "../sheet/unsaved-guard";
import { toast } from "../toast/toast";
import { keepUnsaved, useDraftTransfer } from "./draft-transfer";
import { type FormOptions, useEditorForm } from "./use-editor-form";

interface SheetOptions<Draft> extends Omit<FormOptions<Draft>, "onCreated" | "onLost" | "isLeaving"> {
  /** Path of the list; its items are below it. */
  list: string;
  /** Deleted meanwhile: the draft stays, and saving creates it again. */
  isGone?: boolean;
}

export type EditorSheetState<Draft extends object> = ReturnType<typeof useEditorSheet<Draft>>;

/** An editor with its own path: saves with the keyboard shortcut and asks before unsaved changes are lost. */
export function useEditorSheet<Draft extends object>({ list, isGone = false, ...options }: SheetOptions<Draft>) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const form = useEditorForm<Draft>({
    ...options,
    isNew: options.isNew || isGone,
    onCreated: (id) => {
      const elsewhere = guard.wanted();
      if (elsewhere !== null) return leave(elsewhere);
      handOver(`${list}/${id}`);
      leave(`${list}/${id}`);
    },
    isLeaving: () => guard.isLeaving(),
    onLost: (error, unsaved) => {
      keepUnsaved(address, unsaved);
      const run = () => void navigate(address, { preventScrollReset: true });
      toast.error("Couldn't save your changes", messageOf(error), { label: "Reopen", run });
    },
  });
  const handOver = useDraftTransfer(address, form);
  const guard = useUnsavedGuard(form.isTouched && !form.isLocked, form.isOnItsWay);
  const leave = (path: string) => {
    guard.letGo(path);
    void navigate(path, { replace: true, preventScrollReset: true });
  };
  useHotkeys([["mod+S", form.save]], [], true);
  return {
    form,
    list,
    isGone,
    blocker: guard.blocker,
    leave,
    close: () => void navigate(list, { preventScrollReset: true }),
  };
}
