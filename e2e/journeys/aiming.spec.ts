import { expect, type Page, test } from "../fixtures.ts";
import { chatLog, createLiveChannel } from "../harness/chat-room.ts";
import type { Control, RecordedEvent } from "../harness/control.ts";

type Point = { x: number; y: number };

const ACTIONS = 50;
const PER_VISIT = 5;
const PER_SECOND = 500 / 60;
// A person moves across a screen in about half a second.
const PIXELS_PER_MS = 4;
const PRESS_MS = 60;
// On the same line, right of all bars.
const BESIDE_PX = 600;
// Away from the list and from its edges.
const OUTSIDE = { x: 700, y: 20 };

/** A hand that moves the mouse at a person's speed, slower near the target. */
class Hand {
  private at: Point = OUTSIDE;

  constructor(private readonly page: Page) {}

  /** In at least four steps, and as many as the machine manages in the time that a person needs for the distance. */
  async move(to: Point): Promise<void> {
    const { x, y } = this.at;
    const milliseconds = 100 + Math.hypot(to.x - x, to.y - y) / PIXELS_PER_MS;
    const start = performance.now();
    for (let share = 0; share < 1; ) {
      share = Math.min(1, share + 0.25, (performance.now() - start) / milliseconds);
      const eased = 1 - (1 - share) ** 2;
      await this.page.mouse.move(x + (to.x - x) * eased, y + (to.y - y) * eased);
    }
    this.at = to;
  }

  /** Presses whatever is under the pointer. */
  async press(): Promise<void> {
    await this.page.mouse.down();
    await this.page.waitForTimeout(PRESS_MS);
    await this.page.mouse.up();
  }
}

/** Where a line's author is once two painted frames agree; the line may have moved again when the hand arrives. */
async function nameOf(page: Page, key: string): Promise<Point> {
  const name = page.locator(`[data-key="${key}"] [data-author]`);
  return name.evaluate(async (element) => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    let [before, box] = [Number.NaN, element.getBoundingClientRect()];
    while (box.top !== before) {
      before = box.top;
      await painted();
      box = element.getBoundingClientRect();
    }
    return { x: box.left + 20, y: box.top + box.height / 2 };
  });
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

/** Deletes the line as a moderator does: to the name, to the button beside it, press. */
async function deleteLine(page: Page, hand: Hand, key: string): Promise<void> {
  // If the machine stops the hand on its way, another bar may cover the name or its own may close: a person aims again.
  for (let tries = 10; tries > 0; tries -= 1) {
    const name = await nameOf(page, key);
    await hand.move(name);
    if (await isUnder(page, name, `[data-key="${key}"] [data-author]`)) {
      const button = await buttonBeside(page, name);
      await hand.move(button);
      if (await isUnder(page, button, '[aria-label="Delete"]')) break;
    }
    await hand.move({ x: name.x + BESIDE_PX, y: name.y });
  }
  await hand.press();
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
    // Seen while the list moves: the line is elsewhere when the pointer reaches the list, which then holds still.
    const first = await chooseLine(page, aimedAt);
    await hand.move(await nameOf(page, first));
    for (let left = PER_VISIT, key = first; left > 0; left -= 1, key = await chooseLine(page, aimedAt)) {
      await deleteLine(page, hand, key);
      aimedAt.add(key);
    }
    await hand.move(OUTSIDE);
    await expect(page.getByText("Chat paused")).toHaveCount(0);
  }
  const expected = [...aimedAt].map((key) => key.slice(key.indexOf(":") + 1));
  await expect.poll(async () => (await deletedOnTwitch(control)).toSorted()).toEqual(expected.toSorted());
});
