import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { Dialog } from "../../../ui/dialogs/dialog";
import { useKeepFocus } from "../../../ui/focus/use-keep-focus";
import { TemplatePicker } from "./template-picker";
import { TemplateReview } from "./template-review";

interface ImportTemplateDialogProps {
  channelId: string;
  opened: boolean;
  onClose: () => void;
}

/** Dialog that imports commands of the server's templates into a channel. */
export function ImportTemplateDialog({ channelId, opened, onClose }: ImportTemplateDialogProps) {
  const [templateId, setTemplateId] = useState<string | null>(null);
  const isPhone = useMediaQuery("(max-width: 47.99em)") ?? false;
  // Each step replaces the focused button of the previous one.
  const stepRef = useKeepFocus((step) => step.querySelector("[data-autofocus]"));
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setTemplateId(null)}
      title="Import from a template"
      size={720}
      fullScreen={isPhone}
    >
      <div ref={stepRef} tabIndex={-1}>
        {templateId === null ? (
          <TemplatePicker onChoose={setTemplateId} />
        ) : (
          <TemplateReview
            key={templateId}
            channelId={channelId}
            templateId={templateId}
            onBack={() => setTemplateId(null)}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}
