import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readConnectReturn, saveConnectReturn } from "./connect-return";
import { connectInPopup, openPopup, watchPopup } from "./popup";

const KEY = "user_provider_id";

function fakePopup() {
  const popup = {
    closed: false,
    location: { hash: "", replace: vi.fn() },
    focus: vi.fn(),
    close: vi.fn(() => {
      popup.closed = true;
    }),
  };
  return popup;
}

// Only the members of a window that the code under test uses.
const asWindow = (popup: object) => popup as unknown as Window;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the popup window", () => {
  test("is 800 x 800 and centred over the page [N4]", () => {
    const open = vi.fn(() => null);
    const target = { screenX: 100, screenY: 50, outerWidth: 1600, outerHeight: 1000, open };
    openPopup("about:blank", asWindow(target));
    expect(open).toHaveBeenCalledWith("about:blank", "_blank", "popup,width=800,height=800,left=500,top=150");
  });

  test("on a smaller screen it is placed at the edge, not off screen [N4]", () => {
    const open = vi.fn((_url: string, _name: string, _features: string) => null);
    openPopup("about:blank", asWindow({ screenX: 0, screenY: 0, outerWidth: 390, outerHeight: 700, open }));
    expect(open.mock.calls[0]?.[2]).toContain("left=0,top=0");
  });
});

describe("watching", () => {
  test("a popup that reaches a page with the new id in its hash is closed, and the id returned [T4 T6]", async () => {
    const popup = fakePopup();
    const result = watchPopup(asWindow(popup), KEY);
    vi.advanceTimersByTime(300);
    popup.location.hash = "#user_provider_id=up1";
    vi.advanceTimersByTime(100);
    await expect(result).resolves.toEqual({ kind: "landed", id: "up1" });
    expect(popup.close).toHaveBeenCalledOnce();
  });

  test("a popup closed by hand ends the wait at the next poll [T6]", async () => {
    const popup = fakePopup();
    const result = watchPopup(asWindow(popup), KEY);
    popup.closed = true;
    vi.advanceTimersByTime(99);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await expect(result).resolves.toEqual({ kind: "closed" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("polling continues while the popup is on another origin [T6]", async () => {
    const popup = fakePopup();
    const foreign = vi.spyOn(popup, "location", "get").mockImplementation(() => {
      throw new DOMException("Blocked a frame", "SecurityError");
    });
    const result = watchPopup(asWindow(popup), KEY);
    vi.advanceTimersByTime(1000);
    expect(foreign).toHaveBeenCalledTimes(10);
    foreign.mockReturnValue({ hash: "#user_provider_id=up2", replace: vi.fn() });
    vi.advanceTimersByTime(100);
    await expect(result).resolves.toEqual({ kind: "landed", id: "up2" });
  });
});

describe("connecting", () => {
  test("the popup opens before the address of the consent page is known, and then navigates to it [T4]", async () => {
    const popup = fakePopup();
    const open = vi.spyOn(window, "open").mockReturnValue(asWindow(popup));
    let resolveUrl = (_url: string) => {};
    const fetchUrl = () =>
      new Promise<string>((resolve) => {
        resolveUrl = resolve;
      });
    const result = connectInPopup({ fetchUrl, hashKey: KEY, id: "twitch", platform: "Twitch" });
    expect(open).toHaveBeenCalledOnce();
    resolveUrl("https://platform.example/consent");
    await vi.advanceTimersByTimeAsync(0);
    expect(popup.location.replace).toHaveBeenCalledWith("https://platform.example/consent");
    popup.location.hash = "#user_provider_id=up1";
    await vi.advanceTimersByTimeAsync(100);
    await expect(result).resolves.toEqual({ kind: "landed", id: "up1" });
  });

  test("if the consent page's address cannot be fetched, the popup closes and the error is thrown", async () => {
    const popup = fakePopup();
    vi.spyOn(window, "open").mockReturnValue(asWindow(popup));
    const fetchUrl = () => Promise.reject(new Error("Twitch is not set up"));
    await expect(connectInPopup({ fetchUrl, hashKey: KEY, id: "twitch", platform: "Twitch" })).rejects.toThrow(
      "not set up",
    );
    expect(popup.close).toHaveBeenCalledOnce();
  });

  test("with the popup blocked, this tab opens the consent page, and its path is stored for the return [T5]", async () => {
    vi.spyOn(window, "open").mockReturnValue(null);
    history.replaceState(null, "", "/channels/7/providers?tab=all");
    const fetchUrl = () => Promise.resolve("#consent");
    const result = await connectInPopup({ fetchUrl, hashKey: KEY, id: "twitch", platform: "Twitch" });
    expect(result).toEqual({ kind: "blocked" });
    expect(window.location.hash).toBe("#consent");
    expect(readConnectReturn()).toEqual({ path: "/channels/7/providers?tab=all", platform: "Twitch" });
  });

  test("a stored return path is deleted before the popup opens", async () => {
    saveConnectReturn({ path: "/channels", platform: "Kick" });
    const popup = fakePopup();
    vi.spyOn(window, "open").mockReturnValue(asWindow(popup));
    const result = connectInPopup({
      fetchUrl: () => Promise.resolve("#x"),
      hashKey: KEY,
      id: "twitch",
      platform: "Twitch",
    });
    expect(readConnectReturn()).toBeNull();
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(100);
    await expect(result).resolves.toEqual({ kind: "closed" });
  });
});

test("a second click brings the open window to the front instead of opening another [T4]", async () => {
  const popup = fakePopup();
  const open = vi.spyOn(window, "open").mockReturnValue(asWindow(popup));
  const connect = () =>
    connectInPopup({ fetchUrl: () => Promise.resolve("#x"), hashKey: KEY, id: "twitch", platform: "Twitch" });
  const first = connect();
  await expect(connect()).resolves.toEqual({ kind: "busy" });
  expect(open).toHaveBeenCalledOnce();
  expect(popup.focus).toHaveBeenCalledOnce();
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(100);
  await expect(first).resolves.toEqual({ kind: "closed" });
});
