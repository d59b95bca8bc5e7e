import { expect, test } from "../fixtures.ts";
import { expectNoAxeViolations, takeScreenshots } from "../harness/screens.ts";
import { expectAfter } from "../harness/times.ts";
import { lifetimeOf, watchToasts } from "../harness/toasts.ts";

for (const type of ["unauthenticated", "user_no_longer_exists"]) {
  test(`a 401 of type ${type} leads to sign-in with the way back [T11 X1]`, async ({ page, enter }) => {
    await enter(page, "junoplays", "/welcome");
    await page.getByRole("heading", { name: "Welcome, JunoPlays" }).waitFor();
    await page.route("**/api/2/channels?*", (route) => route.fulfill({ status: 401, json: { type, message: "Gone" } }));
    await page.route("**/api/2/channels", (route) => route.fulfill({ status: 401, json: { type, message: "Gone" } }));
    await page.goto("/channels?name=night");
    await expect(page).toHaveURL("/sign-in?next=%2Fchannels%3Fname%3Dnight");
  });
}

test("a page that is open when its person is deleted elsewhere goes to sign-in by itself [T11]", async ({
  page,
  enter,
}) => {
  const juno = await enter(page, "junoplays", "/welcome");
  await page.getByRole("heading", { name: "Welcome, JunoPlays" }).waitFor();
  await juno.delete("/user?username=junoplays");
  await expect(page).toHaveURL("/sign-in?next=%2Fwelcome");
});

test("a failed action shows a red toast with the server's words for 5 s [X2 N1]", async ({ page, enter }) => {
  await watchToasts(page);
  const juno = await enter(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/providers`);
  await page.route("**/api/2/twitch/connect-chat-url?*", (route) =>
    route.fulfill({ status: 503, json: { type: "unavailable", message: "Twitch is not set up" } }),
  );
  await page.getByRole("button", { name: "Connect Twitch" }).click();
  const toast = await lifetimeOf(page, "Twitch is not set up");
  expect(toast.tone).toBe("error");
  expectAfter(toast.milliseconds, 5_000);
});

for (const [what, address] of [
  ["user", "**/api/2/user"],
  ["settings", "**/api/2/user/settings"],
] as const) {
  test(`when the ${what} cannot be loaded a red panel says why, after one try [X3 K18]`, async ({ page, enter }) => {
    let tries = 0;
    await page.route(address, (route) => {
      tries += 1;
      return route.fulfill({ status: 500, json: { type: "internal", message: "The database is away" } });
    });
    await enter(page, "junoplays", "/welcome");
    const panel = page.getByRole("alert").filter({ has: page.getByRole("heading", { name: "Error" }) });
    await expect(panel).toContainText("The database is away");
    if (what === "user") await expectNoAxeViolations(page);
    // A retry of the query library would come after one second.
    await page.waitForTimeout(1_500);
    expect(tries).toBe(1);
  });
}

test("an answer without a message is an Unknown error [X3]", async ({ page, enter }) => {
  await page.route("**/api/2/user", (route) => route.fulfill({ status: 502, body: "<html>bad gateway</html>" }));
  await enter(page, "junoplays", "/welcome");
  await expect(page.getByRole("alert")).toContainText("Unknown error");
  await takeScreenshots(page, "error-panel");
  await page.unroute("**/api/2/user");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, JunoPlays" })).toBeVisible();
});
