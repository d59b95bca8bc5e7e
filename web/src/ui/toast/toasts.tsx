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

// How long a dismissed toast stays: the interval of a double-click.
const LINGER_MS = 500;

/** All toasts; mounted once beside the router, so that a toast outlives its screen. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const { lingering, linger, remove, point } = useLingering(toasts);
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
      data-lingering={lingering.length > 0 || undefined}
      onFocus={onFocus}
      onMouseDown={lingering.length > 0 ? keepFocus : undefined}
    >
      {[...lingering, ...toasts]
        .sort((one, other) => one.id - other.id)
        .map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            isLingering={lingering.includes(toast)}
            onPress={linger}
            onPoint={point}
            onRemove={remove}
          />
        ))}
    </section>
  );
}

/** Keeps a toast for a moment after it is dismissed under the pointer: a double-click would hit the element below. */
function useLingering(toasts: readonly Toast[]) {
  const [lingering, setLingering] = useState<readonly Toast[]>([]);
  const [pointed, point] = useState<Toast | null>(null);
  const linger = (toast: Toast) => setLingering((others) => [...others, toast]);
  const remove = useCallback((toast: Toast) => setLingering((others) => others.filter((other) => other !== toast)), []);
  const isPointed = ({ id }: Toast) => id === pointed?.id;
  const current = toasts.find(isPointed) ?? null;
  if (pointed && current !== pointed) {
    point(current);
    if (!current && !lingering.some(isPointed)) linger(pointed);
  }
  return { lingering, linger, remove, point };
}

interface CardProps {
  toast: Toast;
  /** Dismissed, but shown for another moment without working buttons. */
  isLingering: boolean;
  onPress: (toast: Toast) => void;
  onPoint: (toast: Toast | null) => void;
  onRemove: (toast: Toast) => void;
}

function ToastCard({ toast, isLingering, onPress, onPoint, onRemove }: CardProps) {
  const isError = toast.tone === "error";
  useEffect(() => {
    if (!isLingering) return;
    const timer = setTimeout(() => onRemove(toast), LINGER_MS);
    return () => clearTimeout(timer);
  }, [toast, isLingering, onRemove]);
  return (
    <div
      className={classes["toast"]}
      role={isError ? "alert" : "status"}
      data-tone={toast.tone}
      onPointerEnter={isLingering ? undefined : () => onPoint(toast)}
      onPointerLeave={() => onPoint(null)}
    >
      <ToneIcon tone={toast.tone} />
      <div className="grow miw-0">
        <div className={classes["text"]} data-tone={toast.tone}>
          {toast.message}
        </div>
        {toast.detail && <div className="small muted">{toast.detail}</div>}
      </div>
      {isLingering ? <InertButtons toast={toast} /> : <Buttons toast={toast} onPress={onPress} />}
    </div>
  );
}

// The focus has been returned; the next click must not take it again.
function keepFocus(event: MouseEvent) {
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
function InertButtons({ toast: { action, tone } }: { toast: Toast }) {
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
