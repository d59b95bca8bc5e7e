import { useHotkeys } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUnsavedGuard } from "../unsaved-guard";
import { type FormOptions, useEditorForm } from "./use-editor-form";
import { useGoOnWriting, type WritingPlace, writingPlace } from "./writing-place";

interface SheetOptions<Draft> extends Omit<FormOptions<Draft>, "onCreated" | "typed"> {
  /** The path of the list; what it holds has its address below it. */
  list: string;
  /** Somebody has deleted it meanwhile: what was typed stays, and saving makes it anew. */
  isGone?: boolean;
}

// What was typed while something new was on its way to its address, and where somebody writes on.
const handedOver = new Map<string, { typed: object; place: WritingPlace | null }>();

export type EditorSheetState<Draft extends object> = ReturnType<typeof useEditorSheet<Draft>>;

/** An editor with an address of its own: it saves with its key, and asks before anything unsaved is lost. */
export function useEditorSheet<Draft extends object>({ list, isGone = false, ...options }: SheetOptions<Draft>) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Put there by the editor of the same thing, a moment ago.
  const [taken] = useState(() => handedOver.get(pathname));
  const typed = taken?.typed as Partial<Draft> | undefined;
  useGoOnWriting(taken?.place ?? null);
  useEffect(() => {
    handedOver.delete(pathname);
  }, [pathname]);
  const isThere = useIsThere();
  const form = useEditorForm<Draft>({
    ...options,
    typed,
    isNew: options.isNew || isGone,
    onCreated: (id, rest) => {
      // Whoever has left for something else stays there; the list shows what is new.
      if (!isThere.current) return;
      handedOver.set(`${list}/${id}`, { typed: rest, place: writingPlace() });
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

/** Whether the editor is still on the screen, for what is answered later. */
function useIsThere(): RefObject<boolean> {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}
