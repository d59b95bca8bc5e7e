import { Button, CloseButton } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import {
  type FocusEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useKeepFocus } from "../focus/use-keep-focus";
import { focusCandidates } from "../focus/use-return-focus";
import { currentToasts, dismissToast, subscribeToToasts, type Toast, type ToastTone } from "./toast";
import classes from "./toasts.module.css";

// Interval of a double-click.
const HOLD_MS = 500;

/** Mounted once beside the router, so that a toast outlives its screen. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const { held, hold, letGo, point } = useHeld(toasts);
  const before = useRef<HTMLElement[]>([]);
  // Returns the focus when a focused toast disappears.
  const keep = useKeepFocus(() => before.current.find(({ isConnected }) => isConnected));
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) before.current = focusCandidates(relatedTarget);
  };
  return (
    <section
      ref={keep}
      className={classes["stack"]}
      aria-label="Notifications"
      tabIndex={-1}
      data-holding={held.length > 0 || undefined}
      onFocus={onFocus}
      onMouseDown={held.length > 0 ? leaveFocus : undefined}
    >
      {[...held, ...toasts]
        .sort((one, other) => one.id - other.id)
        .map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            isHeld={held.includes(toast)}
            onPress={hold}
            onPoint={point}
            onGone={letGo}
          />
        ))}
    </section>
  );
}

/** Dismissed toasts under the pointer stay for a moment, or a double-click would hit the element below. */
function useHeld(toasts: readonly Toast[]) {
  const [held, setHeld] = useState<readonly Toast[]>([]);
  const [pointed, point] = useState<Toast | null>(null);
  const hold = (toast: Toast) => setHeld((others) => [...others, toast]);
  const letGo = useCallback((toast: Toast) => setHeld((others) => others.filter((other) => other !== toast)), []);
  const isPointed = ({ id }: Toast) => id === pointed?.id;
  const current = toasts.find(isPointed) ?? null;
  if (pointed && current !== pointed) {
    point(current);
    if (!current && !held.some(isPointed)) hold(pointed);
  }
  return { held, hold, letGo, point };
}

interface CardProps {
  toast: Toast;
  /** Dismissed and inert. */
  isHeld: boolean;
  onPress: (toast: Toast) => void;
  onPoint: (toast: Toast | null) => void;
  onGone: (toast: Toast) => void;
}

function ToastCard({ toast, isHeld, onPress, onPoint, onGone }: CardProps) {
  const isError = toast.tone === "error";
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => onGone(toast), HOLD_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld, onGone]);
  return (
    <div
      className={classes["toast"]}
      role={isError ? "alert" : "status"}
      data-tone={toast.tone}
      onPointerEnter={isHeld ? undefined : () => onPoint(toast)}
      onPointerLeave={() => onPoint(null)}
    >
      <ToneIcon tone={toast.tone} />
      <div className={classes["words"]}>
        <div className={classes["text"]} data-tone={toast.tone}>
          {toast.message}
        </div>
        {toast.detail && <div className={classes["detail"]}>{toast.detail}</div>}
      </div>
      {isHeld ? <Pressed toast={toast} /> : <Buttons toast={toast} onPress={onPress} />}
    </div>
  );
}

// The focus has been returned; the next click must not take it again.
function leaveFocus(event: MouseEvent) {
  event.preventDefault();
}

function Buttons({ toast, onPress }: Pick<CardProps, "toast" | "onPress">) {
  const { action, id, tone } = toast;
  const press = (run: () => void) => () => {
    onPress(toast);
    run();
  };
  return (
    <>
      {action && (
        <Button className={classes["action"] ?? ""} size="xs" onClick={press(action.run)}>
          {action.label}
        </Button>
      )}
      {tone === "error" && (
        <CloseButton className={classes["close"]} aria-label="Dismiss" onClick={press(() => dismissToast(id))} />
      )}
    </>
  );
}

/** Inert look-alike of the buttons of a dismissed toast. */
function Pressed({ toast: { action, tone } }: { toast: Toast }) {
  return (
    <>
      {action && (
        <Button component="span" className={classes["action"] ?? ""} size="xs" data-disabled aria-hidden="true">
          {action.label}
        </Button>
      )}
      {tone === "error" && (
        <CloseButton component="span" className={classes["close"]} data-disabled aria-hidden="true" />
      )}
    </>
  );
}

function ToneIcon({ tone }: { tone: ToastTone }) {
  if (tone === "loading") return <span className={classes["spinner"]} aria-hidden="true" />;
  const Icon = tone === "error" ? IconAlertCircle : IconCircleCheck;
  return <Icon className={classes["icon"]} data-tone={tone} size={18} stroke={1.6} aria-hidden="true" />;
}
