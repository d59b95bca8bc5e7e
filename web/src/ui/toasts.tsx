import { Button, CloseButton } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { currentToasts, dismissToast, subscribeToToasts, type Toast, type ToastTone } from "./toast";
import classes from "./toasts.module.css";

/** Mounted once beside the router, so that a toast outlives the screen that asked for it. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return (
    <section className={classes["stack"]} aria-label="Notifications">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const isError = toast.tone === "error";
  return (
    <div className={classes["toast"]} role={isError ? "alert" : "status"} data-tone={toast.tone}>
      <ToneIcon tone={toast.tone} />
      <div className={classes["words"]}>
        <div className={classes["text"]} data-tone={toast.tone}>
          {toast.message}
        </div>
        {toast.detail && <div className={classes["detail"]}>{toast.detail}</div>}
      </div>
      {toast.action && (
        <Button className={classes["action"] ?? ""} size="xs" onClick={toast.action.run}>
          {toast.action.label}
        </Button>
      )}
      {isError && (
        <CloseButton className={classes["close"]} aria-label="Dismiss" onClick={() => dismissToast(toast.id)} />
      )}
    </div>
  );
}

function ToneIcon({ tone }: { tone: ToastTone }) {
  if (tone === "loading") return <span className={classes["spinner"]} aria-hidden="true" />;
  const Icon = tone === "error" ? IconAlertCircle : IconCircleCheck;
  return <Icon className={classes["icon"]} data-tone={tone} size={18} stroke={1.6} aria-hidden="true" />;
}
