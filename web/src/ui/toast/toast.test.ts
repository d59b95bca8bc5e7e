import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToasts, dismissToast, toast } from "./toast";

const messages = () => currentToasts().map(({ message }) => message);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

test("a success disappears after 2 s and not before [N1]", () => {
  toast.success("Saved");
  vi.advanceTimersByTime(1999);
  expect(messages()).toEqual(["Saved"]);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test("an error stays for 5 s [N1 X2]", () => {
  toast.error("Kick did not accept the ban");
  vi.advanceTimersByTime(4999);
  expect(messages()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test("a loading toast stays, and its success shows for 1.5 s [N1]", () => {
  const pending = toast.loading("Banning on 3 platforms");
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual(["Banning on 3 platforms"]);
  pending.success("Banned");
  vi.advanceTimersByTime(1499);
  expect(messages()).toEqual(["Banned"]);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test("a loading toast that fails turns into an error of 5 s [N1]", () => {
  toast.loading("Banning").error("It failed", "The bot is not a moderator");
  expect(currentToasts()[0]).toMatchObject({ tone: "error", detail: "The bot is not a moderator" });
  vi.advanceTimersByTime(5000);
  expect(messages()).toEqual([]);
});

test("a repeated error is one toast whose timer restarts [X2]", () => {
  toast.error("The server cannot be reached");
  vi.advanceTimersByTime(4000);
  toast.error("The server cannot be reached");
  expect(messages()).toHaveLength(1);
  vi.advanceTimersByTime(4999);
  expect(messages()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test("the newest toast is last, and closing one keeps the other toasts", () => {
  toast.error("first");
  toast.error("second");
  expect(messages()).toEqual(["first", "second"]);
  dismissToast(currentToasts()[0]?.id ?? 0);
  expect(messages()).toEqual(["second"]);
});

test("an error with a button stays for 5 s too, and its button works once [N1 X2]", () => {
  const run = vi.fn();
  toast.error("It failed", "Connection lost", { label: "Reopen", run });
  vi.advanceTimersByTime(4999);
  const [card] = currentToasts();
  expect(card).toMatchObject({ tone: "error", detail: "Connection lost", action: { label: "Reopen" } });
  card?.action?.run();
  card?.action?.run();
  expect([run.mock.calls.length, messages()]).toEqual([1, []]);
});

test("errors with equal texts and buttons are two toasts, and each leaves after 5 s [N1]", () => {
  toast.error("It failed", undefined, { label: "Reopen", run: () => undefined });
  toast.error("It failed", undefined, { label: "Reopen", run: () => undefined });
  expect(messages()).toHaveLength(2);
  vi.advanceTimersByTime(5000);
  expect(messages()).toEqual([]);
});
