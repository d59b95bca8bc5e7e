import { useHotkeys } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUnsavedGuard } from "../unsaved-guard";
import { type FormOptions, useEditorForm } from "./use-editor-form";

interface SheetOptions<Draft> extends Omit<FormOptions<Draft>, "onCreated" | "typed"> {
  /** The path of the list; what it holds has its address below it. */
  list: string;
  /** Somebody has deleted it meanwhile: what was typed stays, and saving makes it anew. */
  isGone?: boolean;
}

// What was typed while something new was on its way to its address.
const handedOver = new Map<string, object>();

export type EditorSheetState<Draft extends object> = ReturnType<typeof useEditorSheet<Draft>>;

/** An editor with an address of its own: it saves with its key, and asks before anything unsaved is lost. */
export function useEditorSheet<Draft extends object>({ list, isGone = false, ...options }: SheetOptions<Draft>) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Put there by the editor of the same thing, a moment ago.
  const [typed] = useState(() => handedOver.get(pathname) as Partial<Draft> | undefined);
  useEffect(() => {
    handedOver.delete(pathname);
  }, [pathname]);
  const form = useEditorForm<Draft>({
    ...options,
    typed,
    isNew: options.isNew || isGone,
    onCreated: (id, rest) => {
      handedOver.set(`${list}/${id}`, rest);
      leave(`${list}/${id}`);
    },
  });
  const guard = useUnsavedGuard(form.isTouched && !form.isLocked);
  const leave = (path: string) => {
    guard.letGo();
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
