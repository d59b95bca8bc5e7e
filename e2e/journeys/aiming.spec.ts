import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page, test } from "../fixtures.ts";
import { chatLog, createLiveChannel } from "../harness/chat-room.ts";
import type { RecordedEvent, Rehearsal } from "../harness/rehearsal.ts";

type Point = { x: number; y: number };

const DELETIONS = 50;
const DELETIONS_PER_VISIT = 5;
const MESSAGES_PER_SECOND = 500 / 60;
// A person moves across a screen in about half a second.
const PIXELS_PER_MS = 4;
const MOUSE_STEPS = 5;
const PRESS_MS = 60;
// Distance from a name to a point on the same line that no toolbar covers.
const BESIDE_PX = 600;
// Largest distance between a name and the Delete button of its toolbar.
const MAX_BUTTON_DISTANCE_PX = 400;
// A point outside the chat list and away from its edges.
const OUTSIDE = { x: 700, y: 20 };

/** Moves the mouse at a person's speed, slower near the target. */
class Hand {
  private at: Point = OUTSIDE;

  constructor(private readonly page: Page) {}

  /** Moves to a point; as with a real mouse, a step does not wait until the page has handled the step before. */
  async move(to: Point): Promise<void> {
    const { x, y } = this.at;
    const milliseconds = 100 + Math.hypot(to.x - x, to.y - y) / PIXELS_PER_MS;
    const steps: Promise<void>[] = [];
    for (let step = 1; step <= MOUSE_STEPS; step += 1) {
      const eased = 1 - (1 - step / MOUSE_STEPS) ** 2;
      steps.push(this.page.mouse.move(x + (to.x - x) * eased, y + (to.y - y) * eased));
      await sleep(milliseconds / MOUSE_STEPS);
    }
    await Promise.all(steps);
    this.at = to;
  }

  /** Clicks; returns whether a Delete button was under the pointer from press to release. */
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

/** Position of a line's author, once it is the same in two painted frames; null if the line has left the list. */
async function namePosition(page: Page, key: string): Promise<Point | null> {
  return page.evaluate(async (selector) => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const find = () => document.querySelector(selector)?.getBoundingClientRect();
    let [before, box] = [Number.NaN, find()];
    while (box && box.top !== before) {
      before = box.top;
      await painted();
      box = find();
    }
    return box ? { x: box.left + 20, y: box.top + box.height / 2 } : null;
  }, `[data-key="${key}"] [data-author]`);
}

/** The centre of the Delete button in the toolbar of the line under the pointer. */
async function deleteButtonAt(page: Page, pointer: Point): Promise<Point> {
  const button = await page.waitForFunction(({ x, y }) => {
    const row = document.elementFromPoint(x, y)?.closest("[data-key]");
    const box = row?.querySelector('[role="toolbar"] [aria-label="Delete"]')?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
  }, pointer);
  return (await button.jsonValue()) ?? pointer;
}

/** The key of a random deletable message in view that was not aimed at and whose author's name is not covered. */
async function chooseLine(page: Page, aimedAt: ReadonlySet<string>): Promise<string> {
  const keys = await chatLog(page).evaluate((log) => {
    const { top, bottom } = log.getBoundingClientRect();
    const canAimAt = (row: Element) => {
      const name = row.querySelector("[data-author]");
      const box = name?.getBoundingClientRect();
      if (!name || !box || box.top < top + 60 || box.bottom > bottom) return false;
      return name.contains(document.elementFromPoint(box.left + 20, box.top + box.height / 2));
    };
    // Twitch does not delete messages of moderators or of the streamer.
    const viewers = '[data-kind="text"]:not([data-removed], :has([aria-label="Streamer"], [aria-label="Moderator"]))';
    const rows = [...log.querySelectorAll<HTMLElement>(viewers)];
    return rows.filter(canAimAt).map((row) => row.dataset["key"] ?? "");
  });
  const free = keys.filter((key) => !aimedAt.has(key));
  return free[Math.floor(Math.random() * free.length)] ?? "";
}

/** Moves to the name in a line, then to the line's Delete button, and clicks; false if the line has left the list. */
async function deleteLine(page: Page, hand: Hand, key: string): Promise<boolean> {
  for (let name = await namePosition(page, key); name; name = await namePosition(page, key)) {
    await hand.move(name);
    if (await isUnder(page, name, `[data-key="${key}"] [data-author]`)) {
      const button = await deleteButtonAt(page, name);
      expect(Math.abs(button.x - name.x)).toBeLessThan(MAX_BUTTON_DISTANCE_PX);
      await hand.move(button);
      if ((await isUnder(page, button, '[aria-label="Delete"]')) && (await hand.press())) return true;
    }
    // Another toolbar covers the name, or its own toolbar has closed: aim again, as a person does.
    await hand.move({ x: name.x + BESIDE_PX, y: name.y });
  }
  return false;
}

async function isUnder(page: Page, pointer: Point, selector: string): Promise<boolean> {
  const at = { ...pointer, selector };
  return page.evaluate(({ x, y, selector }) => document.elementFromPoint(x, y)?.closest(selector) != null, at);
}

/** Ids of the messages that were deleted on Twitch. */
async function deletedOnTwitch(control: Rehearsal): Promise<unknown[]> {
  const { records } = await control.get<{ records: RecordedEvent[] }>("/events");
  return records.filter(({ event }) => event === "message_deleted").map(({ facts }) => facts["message_id"]);
}

test("at 500 messages a minute 50 lines are deleted by mouse, and each is the line that was aimed at [P4]", async ({
  page,
  openAs,
  control,
}) => {
  // Each deletion takes at least a dozen mouse events, which a busy machine handles slowly.
  test.slow();
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await control.post("/twitch/say", { login: "junoplays", text: "before", count: 40 });
  await page.goto(`/channels/${channelId}/chat`);
  await expect(chatLog(page).getByText("before 40", { exact: true })).toBeVisible();
  await control.post("/twitch/rate", { per_second: MESSAGES_PER_SECOND });
  const hand = new Hand(page);
  const aimedAt = new Set<string>();
  while (aimedAt.size < DELETIONS) {
    // The line is chosen while the list moves, so it has moved when the pointer reaches and stops the list.
    let key = await chooseLine(page, aimedAt);
    await hand.move((await namePosition(page, key)) ?? OUTSIDE);
    for (let left = DELETIONS_PER_VISIT; left > 0; key = await chooseLine(page, aimedAt)) {
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
