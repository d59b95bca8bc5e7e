import { act, renderHook } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { TimerDraft } from "../timers";
import { NEW_TIMER } from "./draft";
import { useMessageList } from "./use-message-list";

function open(...texts: string[]) {
  const messages = texts.map((text) => ({ text, providers: [], enabled: true }));
  return renderHook(() => {
    const [draft, setDraft] = useState<TimerDraft>({ ...NEW_TIMER, messages });
    const change = (part: Partial<TimerDraft>) => setDraft((before) => ({ ...before, ...part }));
    const list = useMessageList({ channelId: "c1", draft, change, errorOf: () => undefined, isLocked: false });
    return { list, change, texts: draft.messages.map(({ text }) => text) };
  }).result;
}

test("a message that moves keeps its key and stays the previewed message", () => {
  const result = open("One", "Two", "Three");
  act(() => result.current.list.setActive(2));
  act(() => result.current.list.move(2, 0));
  expect(result.current.texts).toEqual(["Three", "One", "Two"]);
  expect(result.current.list.keys).toEqual([2, 0, 1]);
  expect(result.current.list.active).toBe(0);
  expect(result.current.list.announcement).toBe("Message 3 is now 1 of 3");
});

test("a message cannot move beyond the ends", () => {
  const result = open("One", "Two");
  act(() => result.current.list.move(0, -1));
  act(() => result.current.list.move(1, 2));
  expect(result.current.texts).toEqual(["One", "Two"]);
});

test("a new message gets an unused key and is previewed", () => {
  const result = open("One", "Two");
  act(() => result.current.list.remove(0));
  act(() => result.current.list.add());
  expect(result.current.list.keys).toEqual([1, 2]);
  expect([result.current.texts, result.current.list.active]).toEqual([["Two", ""], 1]);
});

test("a reloaded list of another length gets new keys", () => {
  const result = open("One", "Two");
  const reloaded = [{ text: "Theirs", providers: [], enabled: true }];
  act(() => result.current.change({ messages: reloaded }));
  expect(result.current.list.keys).toEqual([0]);
  expect(result.current.texts).toEqual(["Theirs"]);
});
