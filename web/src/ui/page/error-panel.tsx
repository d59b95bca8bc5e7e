import { Button } from "@mantine/core";
import { IconAlertCircle, IconRefresh } from "@tabler/icons-react";
import { messageOf } from "../../api/errors";
import { BusyButton } from "../buttons/busy-button";
import { toast } from "../toast/toast";
import { errorDetails } from "./error-details";
import classes from "./error-panel.module.css";

interface ErrorPanelProps {
  error?: unknown;
  message?: string;
  hint?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Without its own frame, inside a panel or dialog. */
  isBare?: boolean;
  /** "h1" where the panel is the whole page. */
  heading?: "h1" | "h2";
}

export function ErrorPanel(props: ErrorPanelProps) {
  const { error, message, hint, onRetry, isRetrying = false, isBare = false, heading: Heading = "h2" } = props;
  const shown = message ?? messageOf(error);
  return (
    <section className={classes["panel"]} data-bare={isBare || undefined} role="alert">
      <IconAlertCircle className="red" size={20} stroke={1.6} aria-hidden="true" />
      <div className="grow miw-0">
        <Heading className={classes["title"]}>Error</Heading>
        <p className="breaks mt-4">{shown}</p>
        {hint && <p className="muted mt-4">{hint}</p>}
        <div className="gap-8 wrap flex mt-12">
          {onRetry && (
            <BusyButton leftSection={<IconRefresh size={16} />} onClick={onRetry} isBusy={isRetrying}>
              Try again
            </BusyButton>
          )}
          <Button variant="subtle" onClick={() => void copyDetails(errorDetails(error, shown))}>
            Copy details
          </Button>
        </div>
      </div>
    </section>
  );
}

async function copyDetails(details: string) {
  try {
    await navigator.clipboard.writeText(details);
    toast.success("Details copied");
  } catch {
    toast.error("Couldn't copy to clipboard");
  }
}
