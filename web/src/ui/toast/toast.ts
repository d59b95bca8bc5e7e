export type ToastTone = "success" | "error" | "loading";

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  tone: ToastTone;
  message: string;
  detail?: string;
  action?: ToastAction;
}

export interface LoadingToast {
  success: (message: string) => void;
  error: (message: string, detail?: string) => void;
  dismiss: () => void;
}

const SUCCESS_MS = 2000;
const ERROR_MS = 5000;
const LOADING_SUCCESS_MS = 1500;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function setToasts(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function showFor(toast: Toast, lifetimeMs: number | null) {
  const isShown = toasts.some((other) => other.id === toast.id);
  setToasts(isShown ? toasts.map((other) => (other.id === toast.id ? toast : other)) : [...toasts, toast]);
  clearTimeout(timers.get(toast.id));
  timers.delete(toast.id);
  if (lifetimeMs !== null)
    timers.set(
      toast.id,
      setTimeout(() => dismissToast(toast.id), lifetimeMs),
    );
}

function makeToast(tone: ToastTone, message: string, detail?: string, id?: number): Toast {
  if (id === undefined) lastId += 1;
  return { id: id ?? lastId, tone, message, ...(detail === undefined ? {} : { detail }) };
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  setToasts(toasts.filter((toast) => toast.id !== id));
}

/** Shows a toast without a button; a repeated message restarts the timer of the visible toast. */
function showPlain(tone: ToastTone, message: string, detail: string | undefined, lifetimeMs: number) {
  const same = toasts.find((other) => other.tone === tone && other.message === message && other.detail === detail);
  showFor(makeToast(tone, message, detail, same?.id), lifetimeMs);
}

/** Shows an error with a button; errors with equal texts are not merged, because they may be about two items. */
function showWithAction(card: Toast, { label, run }: ToastAction) {
  const press = () => {
    // A dismissed toast is still on screen during a double-click.
    if (!toasts.some(({ id }) => id === card.id)) return;
    dismissToast(card.id);
    run();
  };
  showFor({ ...card, action: { label, run: press } }, ERROR_MS);
}

export const toast = {
  success(message: string, detail?: string): void {
    showPlain("success", message, detail, SUCCESS_MS);
  },
  /** Shows an error for 5 s; `action` is a button that helps with the error. */
  error(message: string, detail?: string, action?: ToastAction): void {
    if (action) showWithAction(makeToast("error", message, detail), action);
    else showPlain("error", message, detail, ERROR_MS);
  },
  /** Loading toast; its success shows for 1.5 s. */
  loading(message: string, detail?: string): LoadingToast {
    const pending = makeToast("loading", message, detail);
    showFor(pending, null);
    return {
      success: (text) => showFor(makeToast("success", text, undefined, pending.id), LOADING_SUCCESS_MS),
      error: (text, why) => showFor(makeToast("error", text, why, pending.id), ERROR_MS),
      dismiss: () => dismissToast(pending.id),
    };
  },
};

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}
