import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { changeItems, channelResource, pagedResource } from "./channel-resource";

const timers = channelResource("/api/2/channels/{channel_id}/timers", "timer");
const quotes = pagedResource("/api/2/channels/{channel_id}/quotes", "quote");

/** Answers each request with `answer`, and returns the requests as "PUT /path?query". */
function requestsAnsweredWith(answer: unknown): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", ({ method, url }: Request) => {
    const { pathname, search } = new URL(url);
    requests.push(`${method} ${pathname}${search}`);
    return Promise.resolve(Response.json(answer));
  });
  return requests;
}

test("an item is saved with the revision it was loaded with, and deleted by its id", async () => {
  const requests = requestsAnsweredWith({});
  await timers.save("c1", "t1", {} as never, 4);
  await timers.remove("c1", "t1");
  expect(requests).toEqual(["PUT /api/2/channels/c1/timers/t1?revision=4", "DELETE /api/2/channels/c1/timers/t1"]);
});

test("the next page of a list is asked for with the search and the cursor of the last", async () => {
  const requests = requestsAnsweredWith({ records: [], cursor: "next", total: 2 });
  await new QueryClient().fetchInfiniteQuery({ ...quotes.pages("c1", { q: "shop" }), pages: 2 });
  const path = "GET /api/2/channels/c1/quotes?q=shop";
  expect(requests).toEqual([path, `${path}&cursor=next`]);
});

test("a change reaches the items of a whole list and those of every page", () => {
  const drop = (items: number[]) => items.filter((item) => item !== 2);
  expect(changeItems([1, 2], drop)).toEqual([1]);
  const pages = { pages: [{ records: [1, 2] }, { records: [2, 3] }], pageParams: [] };
  expect(changeItems(pages, drop)).toEqual({ ...pages, pages: [{ records: [1] }, { records: [3] }] });
});
