import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadScreen } from "./reload-guard";

const failToLoad = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/chat.js"));
const health = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", health);
  health.mockReset().mockResolvedValue(new Response(null, { status: 503 }));
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

test("a loaded screen is returned as it is", async () => {
  await expect(loadScreen(() => Promise.resolve("screen"))).resolves.toBe("screen");
  expect(health).not.toHaveBeenCalled();
});

test("a missing chunk reloads the page without rendering, even if /health responds with an error [O5]", async () => {
  const reload = vi.fn();
  const settled = vi.fn();
  loadScreen(failToLoad, reload).then(settled, settled);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
  expect(settled).not.toHaveBeenCalled();
});

test("a second failure within 30 s is shown instead of reloading again [O5 N4]", async () => {
  const reload = vi.fn();
  void loadScreen(failToLoad, reload);
  await vi.advanceTimersByTimeAsync(29_999);
  await expect(loadScreen(failToLoad, reload)).rejects.toThrow("dynamically imported module");
  expect(reload).toHaveBeenCalledOnce();
});

test("after 30 s the page may reload once more [O5 N4]", async () => {
  const reload = vi.fn();
  void loadScreen(failToLoad, reload);
  await vi.advanceTimersByTimeAsync(30_000);
  void loadScreen(failToLoad, reload);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("while the server is unreachable nothing reloads, and the screen loads later [O5]", async () => {
  const reload = vi.fn();
  const load = vi.fn(failToLoad).mockImplementationOnce(failToLoad);
  health.mockRejectedValue(new TypeError("Failed to fetch"));
  const screen = loadScreen<string>(load, reload);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledOnce();
  health.mockResolvedValue(new Response("{}"));
  load.mockImplementation(() => Promise.resolve("screen") as Promise<never>);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(screen).resolves.toBe("screen");
  expect(reload).not.toHaveBeenCalled();
});

test("an error other than a missing chunk does not reload the page", async () => {
  const reload = vi.fn();
  const broken = () => Promise.reject(new Error("x is undefined"));
  await expect(loadScreen(broken, reload)).rejects.toThrow("x is undefined");
  expect(reload).not.toHaveBeenCalled();
});
