import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page, test } from "../fixtures.ts";
import { chatLog, createLiveChannel } from "../harness/chat-room.ts";
import type { Control, RecordedEvent } from "../harness/control.ts";

type Point = { x: number; y: number };

const ACTIONS = 50;
const PER_VISIT = 5;
const PER_SECOND = 500 / 60;
// A person moves across a screen in about half a second.
const PIXELS_PER_MS = 4;
const STEPS = 5;
const PRESS_MS = 60;
// On the same line, right of all bars.
const BESIDE_PX = 600;
// The bar stands next to the name: no button is farther from it than this.
const NEAR_PX = 400;
// Away from the list and from its edges.
const OUTSIDE = { x: 700, y: 20 };

/** A hand that moves the mouse at a person's speed, slower near the target. */
class Hand {
  private at: Point = OUTSIDE;

  constructor(private readonly page: Page) {}

  /** The steps are sent when they are due: like a real mouse, the hand does not wait for a slow machine on its way. */
  async move(to: Point): Promise<void> {
    const { x, y } = this.at;
    const milliseconds = 100 + Math.hypot(to.x - x, to.y - y) / PIXELS_PER_MS;
    const steps: Promise<void>[] = [];
    for (let step = 1; step <= STEPS; step += 1) {
      const eased = 1 - (1 - step / STEPS) ** 2;
      steps.push(this.page.mouse.move(x + (to.x - x) * eased, y + (to.y - y) * eased));
      await sleep(milliseconds / STEPS);
    }
    await Promise.all(steps);
    this.at = to;
  }

  /** Presses the mouse button; false unless a Delete button was under the pointer from press to release. */
  async press(): Promise<boolean> {
    const clicked = await this.page.evaluateHandle(() => {
      const result = { isDelete: false };
      const onClick = ({ target }: Event) => {
        result.isDelete = target instanceof Element && target.closest('[aria-label="Delete"]') !== null;
      };
      document.addEventListener("click", onClick, { capture: true, once: true });
      return result;
    });
    await this.page.mouse.down();
    await sleep(PRESS_MS);
    await this.page.mouse.up();
    return clicked.evaluate(({ isDelete }) => isDelete);
  }
}

/**
 * Where a line's author is once two painted frames agree, or null if the line has left the list; the line may have
 * moved again when the hand arrives.
 */
async function nameOf(page: Page, key: string): Promise<Point | null> {
  return page.evaluate(async (name) => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const find = () => document.querySelector(name)?.getBoundingClientRect();
    let [before, box] = [Number.NaN, find()];
    while (box && box.top !== before) {
      before = box.top;
      await painted();
      box = find();
    }
    return box ? { x: box.left + 20, y: box.top + box.height / 2 } : null;
  }, `[data-key="${key}"] [data-author]`);
}

/** The centre of the Delete button in the toolbar of the line under the pointer, whichever line that is. */
async function buttonBeside(page: Page, pointer: Point): Promise<Point> {
  const button = await page.waitForFunction(({ x, y }) => {
    const row = document.elementFromPoint(x, y)?.closest("[data-key]");
    const box = row?.querySelector('[role="toolbar"] [aria-label="Delete"]')?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
  }, pointer);
  return (await button.jsonValue()) ?? pointer;
}

/** The key of a random message in view that can be deleted, was not aimed at yet, and whose author no bar covers. */
async function chooseLine(page: Page, aimedAt: ReadonlySet<string>): Promise<string> {
  const keys = await chatLog(page).evaluate((log) => {
    const { top, bottom } = log.getBoundingClientRect();
    const canAimAt = (row: Element) => {
      const name = row.querySelector("[data-author]");
      const box = name?.getBoundingClientRect();
      if (!name || !box || box.top < top + 60 || box.bottom > bottom) return false;
      return name.contains(document.elementFromPoint(box.left + 20, box.top + box.height / 2));
    };
    // Twitch does not delete messages of moderators or of the streamer, in whose name Greenroom sends here.
    const viewers = '[data-kind="text"]:not([data-removed], :has([aria-label="Streamer"], [aria-label="Moderator"]))';
    const rows = [...log.querySelectorAll<HTMLElement>(viewers)];
    return rows.filter(canAimAt).map((row) => row.dataset["key"] ?? "");
  });
  const free = keys.filter((key) => !aimedAt.has(key));
  return free[Math.floor(Math.random() * free.length)] ?? "";
}

/** Moves to the name, then to the button beside it, and presses as a moderator does; false if the line has left. */
async function deleteLine(page: Page, hand: Hand, key: string): Promise<boolean> {
  for (let name = await nameOf(page, key); name; name = await nameOf(page, key)) {
    await hand.move(name);
    if (await isUnder(page, name, `[data-key="${key}"] [data-author]`)) {
      const button = await buttonBeside(page, name);
      expect(Math.abs(button.x - name.x)).toBeLessThan(NEAR_PX);
      await hand.move(button);
      if ((await isUnder(page, button, '[aria-label="Delete"]')) && (await hand.press())) return true;
    }
    // Another bar may cover the name, or its own may close if the machine stops the hand: a person aims again.
    await hand.move({ x: name.x + BESIDE_PX, y: name.y });
  }
  return false;
}

async function isUnder(page: Page, pointer: Point, selector: string): Promise<boolean> {
  const at = { ...pointer, selector };
  return page.evaluate(({ x, y, selector }) => document.elementFromPoint(x, y)?.closest(selector) != null, at);
}

/** Ids of the messages that were deleted on the platform. */
async function deletedOnTwitch(control: Control): Promise<unknown[]> {
  const { records } = await control.get<{ records: RecordedEvent[] }>("/events");
  return records.filter(({ event }) => event === "message_deleted").map(({ facts }) => facts["message_id"]);
}

test("at 500 messages a minute a moving hand deletes 50 lines, and each is the one it aimed at [P4]", async ({
  page,
  enter,
  control,
}) => {
  const juno = await enter(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await control.post("/twitch/say", { login: "junoplays", text: "before", count: 40 });
  await page.goto(`/channels/${channelId}/chat`);
  await expect(chatLog(page).getByText("before 40", { exact: true })).toBeVisible();
  await control.post("/twitch/rate", { per_second: PER_SECOND });
  const hand = new Hand(page);
  const aimedAt = new Set<string>();
  while (aimedAt.size < ACTIONS) {
    // Chosen while the list moves: when the pointer reaches the list, which then stops, the line is elsewhere.
    let key = await chooseLine(page, aimedAt);
    await hand.move((await nameOf(page, key)) ?? OUTSIDE);
    for (let left = PER_VISIT; left > 0; key = await chooseLine(page, aimedAt)) {
      if (!(await deleteLine(page, hand, key))) continue;
      aimedAt.add(key);
      left -= 1;
    }
    await hand.move(OUTSIDE);
    await expect(page.getByText("Chat paused")).toHaveCount(0);
  }
  const expected = [...aimedAt].map((key) => key.slice(key.indexOf(":") + 1));
  await expect.poll(async () => (await deletedOnTwitch(control)).toSorted()).toEqual(expected.toSorted());
});
