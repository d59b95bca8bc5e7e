import { expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

const RED = "rgb(255, 125, 122)";

const welcome = (page: Page) => page.getByRole("heading", { name: "Welcome, JunoPlays" });
const panel = (page: Page) => page.getByRole("alert").filter({ has: page.getByRole("heading", { name: "Error" }) });

/** Makes a URL fail; expects the error panel and no second request, which a retry would send after one second. */
async function expectOneTry(page: Page, address: string) {
  let tries = 0;
  await page.route(address, (route) => {
    tries += 1;
    return route.fulfill({ status: 500, json: { type: "internal", message: "The database is unavailable" } });
  });
  await page.goto("/welcome");
  await expect(panel(page)).toContainText("The database is unavailable");
  await expect(panel(page).getByRole("heading", { name: "Error", exact: true })).toHaveCSS("color", RED);
  await page.waitForTimeout(1_500);
  expect(tries).toBe(1);
  await page.unroute(address);
}

// The other type of 401 is tested in web/src/api/client.test.ts.
async function endSession(page: Page, juno: Session) {
  const { token } = juno;
  await test.step("an open page whose user is deleted elsewhere goes to sign-in [T11]", async () => {
    await juno.delete("/user?username=junoplays");
    await expect(page).toHaveURL("/sign-in?next=%2Fwelcome");
  });
  await test.step("a 401 of type user_no_longer_exists leads to sign-in with a return path [T11 X1]", async () => {
    await page.evaluate((old) => localStorage.setItem("greenroom.token", old), token);
    const headers = { authorization: `Bearer ${token}` };
    const refused = await page.request.get("/api/2/channels", { headers });
    expect([refused.status(), await refused.json()]).toMatchObject([401, { type: "user_no_longer_exists" }]);
    await page.goto("/channels?name=night");
    await expect(page).toHaveURL("/sign-in?next=%2Fchannels%3Fname%3Dnight");
  });
}

test("failed requests show an error panel, and an ended session leads to sign-in", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  await test.step("when the settings cannot be loaded a red panel says why, after one try [X3 K18]", () =>
    expectOneTry(page, "**/api/2/user/settings"));
  await test.step("when the user cannot be loaded a red panel says why, after one try [X3 K18]", () =>
    expectOneTry(page, "**/api/2/user"));
  await expectNoAxeViolations(page);
  await test.step("a response without a message is an Unknown error [X3]", async () => {
    await page.route("**/api/2/user", (route) => route.fulfill({ status: 502, body: "<html>bad gateway</html>" }));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("alert")).toContainText("Unknown error");
    await expectNoSidewaysScroll(page, "error-panel");
    await page.unroute("**/api/2/user");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(welcome(page)).toBeVisible();
  });
  await endSession(page, juno);
});
