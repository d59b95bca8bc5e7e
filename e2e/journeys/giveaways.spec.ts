import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

// Viewers of the rehearsal.
const VIEWERS = ["marekfixes", "brisket99"];

type Draw = { name: string; viewer_id: string; status: string };
type Giveaway = { id: string; draws: Draw[]; entry_count: number };

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const read = (juno: Session, channelId: string, id: string) =>
  juno.get<Giveaway>(`/channels/${channelId}/giveaways/${id}`);

async function create(page: Page, channelId: string): Promise<string> {
  await page.goto(`/channels/${channelId}/giveaways`);
  await expect(page.getByRole("heading", { name: "No giveaways yet" })).toBeVisible();
  await page.getByRole("button", { name: "New giveaway" }).click();
  const editor = page.getByRole("region", { name: "Giveaway New giveaway" });
  await expect(editor).toBeVisible();
  await expectNoAxeViolations(page);
  await editor.getByRole("textbox", { name: "Title" }).fill("Keycap set");
  const named = page.getByRole("region", { name: "Giveaway Keycap set" });
  await named.getByRole("textbox", { name: "Keyword" }).fill("!keycap");
  await named.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/giveaways\/[0-9a-f-]{36}$/);
  return page.url().slice(-36);
}

test("viewers enter a giveaway, the winner claims it in chat, and everyone can check the draw [P6 R2 R3]", async ({
  page,
  context,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  const id = await create(page, channelId);
  await panel(page, "Draw").getByRole("button", { name: "Open" }).click();
  await expect(page.getByText("Open", { exact: true }).first()).toBeVisible();
  await expect(panel(page, "Provably fair").getByText(/^[0-9a-f]{64}$/)).toHaveCount(1);

  const popout = await context.newPage();
  await popout.goto(`/popout/channels/${channelId}/giveaways/${id}`);
  await expect(popout.getByText("!keycap")).toBeVisible();
  await sendMessage(control, "twitch", "no !keycaps for me", { viewer: "odalys_" });
  for (const viewer of VIEWERS) await sendMessage(control, "twitch", "I want the !KEYCAP", { viewer });
  await expect(panel(page, "Entries")).toContainText("2 tickets from 2 viewers");
  await expect(panel(page, "Entries").getByRole("listitem")).toHaveCount(2);
  await expect(popout.getByText("2 viewers")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "giveaway-open");

  await panel(page, "Draw").getByRole("button", { name: "Close" }).click();
  await panel(page, "Draw").getByRole("button", { name: "Draw 1 winner" }).click();
  await expect(panel(page, "Draw").getByRole("timer")).toBeVisible();
  const [drawn] = (await read(juno, channelId, id)).draws;
  const login = VIEWERS.find((viewer) => drawn?.name.toLowerCase() === viewer) ?? "";
  await expect(popout.getByRole("list", { name: "Winners" })).toContainText(drawn?.name ?? "");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "giveaway-drawn");
  await sendMessage(control, "twitch", "that is me", { viewer: login });
  await expect(panel(page, "Draw").getByText("Won", { exact: true })).toBeVisible();
  await expect(panel(page, "Their chat")).toContainText("that is me");

  await test.step("the public page verifies the draw and detects a changed list of entries", async () => {
    const path = `/c/${channelId}/giveaways/${id}`;
    await page.goto(path);
    await expect(page.getByRole("status")).toHaveText("The draw matches the published data");
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page, "giveaway-public");
    await page.route("**/public-giveaways/*/entries", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace("\t1\ttwitch", "\t9\ttwitch") });
    });
    await page.goto(path);
    await expect(page.getByRole("status")).toHaveText("The draw does not match the published data");
    await expect(page.getByText("The list's SHA-256 is not the published hash")).toBeVisible();
  });
});
