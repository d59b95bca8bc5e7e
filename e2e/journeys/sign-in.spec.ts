import { consentAs, expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, takeScreenshots } from "../harness/screens.ts";

type Stage = { page: Page };

test("a stranger is led to sign-in and afterwards to the page they wanted [P1 R1 R5 X1]", async ({ page, signIn }) => {
  await page.goto("/channels?name=night");
  await expect(page).toHaveURL("/sign-in?next=%2Fchannels%3Fname%3Dnight");
  await signIn(page, "junoplays", "/channels?name=night");
  await expect(page).toHaveURL("/channels?name=night");
});

async function openRoot({ page }: Stage) {
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in");
}

async function showSignIn({ page }: Stage) {
  await expect(page.getByRole("button", { name: /^Sign in with / })).toHaveText([
    "Sign in with Twitch",
    "Sign in with YouTube",
    "Sign in with Kick",
  ]);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "sign-in");
}

test("the sign-in page from the root page", async ({ page }) => {
  const stage = { page };
  await test.step("signing in from the root page asks for no next [X1]", () => openRoot(stage));
  await test.step("the sign-in page is dark, accessible and shows each platform that can sign people in [O3 P1 P10]", () =>
    showSignIn(stage));
});

test("people sign in with YouTube and with Kick, and are the same person when they come back [P1 P10]", async ({
  page,
}) => {
  const visit = async (name: string) => {
    await page.goto("/sign-in");
    await page.getByRole("button", { name: `Sign in with ${name}` }).click();
    await consentAs(page, "marekfixes");
    await expect(page).not.toHaveURL(/\/(sign-in|oauth)/);
    // On a page without the web, which would notice that its token is gone and leave by itself.
    await page.goto("/health");
    const token = await page.evaluate(() => localStorage.getItem("greenroom.token"));
    await page.evaluate(() => localStorage.clear());
    return { authorization: `Bearer ${token}` };
  };
  for (const name of ["YouTube", "Kick"]) {
    const [first, second] = [await visit(name), await visit(name)];
    const user = await (await page.request.get("/api/2/user", { headers: first })).json();
    expect(await (await page.request.get("/api/2/user", { headers: second })).json()).toMatchObject({ id: user.id });
    const left = await page.request.delete(`/api/2/user?username=${user.username}`, { headers: second });
    expect(left.status()).toBe(204);
  }
});

test("a refused consent says so and offers another try [R5]", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/oauth\/twitch/);
  await expect(page.getByRole("alert")).toBeVisible();
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "oauth-refused");
});

test("the token is kept in local storage and sent as Bearer, never in a URL [T1]", async ({ page, signIn }) => {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await signIn(page, "junoplays");
  const token = await page.evaluate(() => localStorage.getItem("greenroom.token"));
  const [request] = await Promise.all([page.waitForRequest("**/api/2/user"), page.reload()]);
  expect(token).toMatch(/^\S{40,}$/);
  expect(request.headers()["authorization"]).toBe(`Bearer ${token}`);
  expect(urls.filter((url) => url.includes(String(token)))).toEqual([]);
});

test("public pages do not look for the current user without a stored session [T1 A1]", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  expect(calls.filter((path) => path.startsWith("/api/"))).toEqual([]);
  await test.step("a light system still gets the dark scheme [O3]", async () => {
    const [background, text] = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.backgroundColor, style.color];
    });
    expect(background).toBe("rgb(13, 16, 18)");
    expect(text).toBe("rgb(232, 236, 238)");
  });
});

test("a next that leads elsewhere is ignored [R5]", async ({ page, visitors, installation }) => {
  visitors.set("junoplays", undefined);
  await page.goto("/sign-in?next=%2F%2Fexample.invalid%2F");
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  await consentAs(page, "junoplays");
  await expect(page).not.toHaveURL(/\/(sign-in|oauth)/);
  expect(new URL(page.url()).origin).toBe(installation.url);
});
