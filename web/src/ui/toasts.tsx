import { Button, CloseButton } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { type FocusEvent, useRef, useSyncExternalStore } from "react";
import { currentToasts, dismissToast, subscribeToToasts, type Toast, type ToastTone } from "./toast";
import classes from "./toasts.module.css";
import { wayBack } from "./use-focus-back";
import { useFocusKept } from "./use-focus-kept";

/** Mounted once beside the router, so that a toast outlives the screen that asked for it. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const before = useRef<HTMLElement[]>([]);
  // A card goes when it is pressed, or by itself: whoever was on it is back where they came from.
  const keep = useFocusKept(() => before.current.find(({ isConnected }) => isConnected));
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) before.current = wayBack(relatedTarget);
  };
  return (
    <section ref={keep} className={classes["stack"]} aria-label="Notifications" tabIndex={-1} onFocus={onFocus}>
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
