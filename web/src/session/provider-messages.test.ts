import { describe, expect, test } from "vitest";
import { provider } from "../api/test-provider";
import type { ChannelProvider } from "../api/types";
import { applyMessage, type ProviderMessage, parseMessage } from "./provider-messages";

const list = (...ids: string[]) => ids.map((id) => provider(id));
const ids = (providers: ChannelProvider[]) => providers.map(({ id }) => id);

describe("the list of platforms", () => {
  test("a new platform comes first [T8]", () => {
    expect(ids(applyMessage(list("b", "a"), { action: "new", data: provider("c") }))).toEqual(["c", "b", "a"]);
  });

  test("an updated platform keeps its place and shows the new state [T8]", () => {
    const after = applyMessage(list("c", "b", "a"), { action: "updated", data: provider("b", { is_live: true }) });
    expect(after.map(({ id, is_live }) => [id, is_live])).toEqual([
      ["c", false],
      ["b", true],
      ["a", false],
    ]);
  });

  test("a deleted platform is removed, the others stay in order [T8]", () => {
    const after = applyMessage(list("c", "b", "a"), { action: "deleted", data: provider("b") });
    expect(ids(after)).toEqual(["c", "a"]);
  });

  test("a platform that is already listed and reported as new is listed once [T8]", () => {
    expect(ids(applyMessage(list("b", "a"), { action: "new", data: provider("a") }))).toEqual(["a", "b"]);
  });

  test("an update of a platform that is not listed changes nothing", () => {
    expect(ids(applyMessage(list("a"), { action: "updated", data: provider("z") }))).toEqual(["a"]);
  });

  test("the cached list is not mutated", () => {
    const before = list("a");
    applyMessage(before, { action: "deleted", data: provider("a") });
    expect(ids(before)).toEqual(["a"]);
  });
});

describe("cached list + messages = fetched list", () => {
  /** A server's list, newest first, which publishes a message for each change. */
  class Server {
    list = list();
    readonly published: ProviderMessage[] = [];

    connect(id: string): void {
      this.publish({ action: "new", data: provider(id) }, [provider(id), ...this.list]);
    }

    update(id: string): void {
      const data = provider(id, { is_live: true });
      this.publish(
        { action: "updated", data },
        this.list.map((record) => (record.id === id ? data : record)),
      );
    }

    disconnect(id: string): void {
      this.publish(
        { action: "deleted", data: provider(id) },
        this.list.filter((record) => record.id !== id),
      );
    }

    private publish(message: ProviderMessage, list: ChannelProvider[]): void {
      this.published.push(message);
      this.list = list;
    }
  }

  test("applying messages gives the same list as a fetch [T8]", () => {
    const server = new Server();
    for (const id of ["a", "b", "c"]) server.connect(id);
    server.update("b");
    server.disconnect("a");
    server.connect("d");
    server.update("c");
    server.disconnect("d");
    server.connect("a");
    expect(server.published.reduce(applyMessage, list())).toEqual(server.list);
  });
});

describe("frames", () => {
  test("a message is parsed [E10]", () => {
    const message = { action: "updated", data: provider("a") };
    expect(parseMessage(JSON.stringify(message))).toEqual(message);
  });

  test.each(["", "[]", '{"action":"moved","data":{"id":"a"}}', '{"action":"new"}', '{"action":"new","data":{}}'])(
    "%j is ignored",
    (text) => {
      expect(parseMessage(text)).toBeNull();
    },
  );
});

test("an older change that arrives late changes nothing", () => {
  const known = [provider("p1", { revision: 5, is_live: true })];
  expect(applyMessage(known, { action: "updated", data: provider("p1", { revision: 4 }) })).toEqual(known);
  expect(applyMessage(known, { action: "updated", data: provider("p1", { revision: 6 }) })[0]?.is_live).toBe(false);
});
