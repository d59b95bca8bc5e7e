import { useHotkeys } from "@mantine/hooks";
import { useLocation, useNavigate } from "react-router";
import { messageOf } from "../../../api/errors";
import { keepUnsaved, useDraftTransfer } from "../../../ui/editor/draft-transfer";
import { type FormOptions, useEditorForm } from "../../../ui/editor/use-editor-form";
import { useUnsavedGuard } from "../../../ui/sheet/unsaved-guard";
import { toast } from "../../../ui/toast/toast";

/** The form of a game's settings: Ctrl+S saves too, and leaving with unsaved changes asks first. */
export function useGameForm<Settings extends { enabled: boolean }>(
  options: Pick<FormOptions<Settings>, "saved" | "isLocked" | "onSave">,
) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const form = useEditorForm<Settings>({
    ...options,
    isNew: false,
    changedInList: ["enabled"],
    onCreated: () => undefined,
    isLeaving: () => guard.isLeaving(),
    onLateFailure: (error, unsaved) => {
      keepUnsaved(pathname, unsaved);
      toast.error("Couldn't save your changes", messageOf(error), {
        label: "Reopen",
        run: () => void navigate(pathname),
      });
    },
  });
  useDraftTransfer(pathname, form);
  const guard = useUnsavedGuard(form.hasChanges && !form.isLocked, form.isBeingSaved);
  useHotkeys([["mod+S", form.save]], [], true);
  return { form, blocker: guard.blocker };
}
