import { expect, test } from "vitest";
import { EventPacer } from "./event-pacer";
import { TestClock } from "./test-clock";

function start() {
  const clock = new TestClock();
  const batches: { at: number; count: number }[] = [];
  const pacer = new EventPacer<number>((events) => batches.push({ at: clock.now(), count: events.length }), clock);
  return { clock, batches, pacer };
}

test("a single event is delivered with the next frame", () => {
  const { clock, batches, pacer } = start();
  clock.advance(5);
  pacer.push([1]);
  clock.advance(20);
  expect(batches).toEqual([{ at: 16, count: 1 }]);
});

test("a flood is delivered completely, and in at most five batches a second once its rate is known", () => {
  const { clock, batches, pacer } = start();
  for (let index = 0; index < 500; index += 1) {
    pacer.push([index]);
    clock.advance(2);
  }
  clock.advance(200);
  // After 700 ms the event rate is known.
  const late = batches.filter(({ at }) => at > 700);
  expect(late.length).toBeLessThanOrEqual(3);
  expect(Math.max(...late.map(({ count }) => count))).toBeLessThanOrEqual(110);
  expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(500);
});

test("after a flood single events are delivered with the next frame again", () => {
  const { clock, batches, pacer } = start();
  pacer.push(Array.from({ length: 400 }, (_, n) => n));
  clock.advance(2_000);
  pacer.push([1]);
  clock.advance(20);
  expect(batches.at(-1)).toEqual({ at: 2_016, count: 1 });
});

test("on a hidden page, which has no frames, events are delivered after a second", () => {
  const { clock, batches, pacer } = start();
  clock.isHidden = true;
  pacer.push([1]);
  clock.advance(1_000);
  expect(batches).toEqual([{ at: 1_000, count: 1 }]);
});

test("events pushed before `clear` are not delivered after it", () => {
  const { clock, batches, pacer } = start();
  pacer.push([1]);
  pacer.clear();
  clock.advance(2_000);
  expect(batches).toEqual([]);
});
