import { platformName } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import { joinNames } from "../../../lib/text/join-names";
import type { Panic } from "./panic.queries";

/** Result of the panic button on each platform, in a few sentences. */
export function panicDetail(panic: Panic, platforms: readonly Platform[]): string {
  const names = (stage: string) =>
    panic.chats.filter((chat) => chat.stage === stage).map(({ provider }) => platformName(platforms, provider));
  const sentences = [
    clause(names("strict"), (list) => `Strict on ${list}.`),
    // The response that ends panic may list chats as waiting although they are restored.
    panic.is_on || panic.is_restoring ? clause(names("waiting"), (list) => `Waiting for ${list}.`) : "",
    ...panic.chats
      .filter(({ stage }) => stage === "refused")
      .map(({ provider, detail }) => `${platformName(platforms, provider)}: ${detail}`),
    panic.is_on ? clause(names("no_modes"), (list) => `${list}: no chat modes here.`) : "",
    panic.is_on ? "The bot is muted, alerts are paused." : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

function clause(names: string[], text: (list: string) => string): string {
  return names.length === 0 ? "" : text(joinNames([...new Set(names)]));
}
