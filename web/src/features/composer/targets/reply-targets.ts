import { canReplyOn } from "../../../api/capabilities";
import type { ChatLine } from "../../../api/chat";
import { problemOf } from "../length-labels";
import type { Target } from "./targets";

/** The chats that a message goes to: the chat of a reply, else the selected or, with `toAll`, all unlocked chats. */
export function targetsFor(targets: readonly Target[], replyTo: ChatLine | null, toAll: boolean): Target[] {
  const open = targets.filter(({ lockedBecause }) => lockedBecause === null);
  if (replyTo)
    return open.filter(({ id }) => id === replyTo.connection_id).map((target) => ({ ...target, isSelected: true }));
  return toAll ? open.map((target) => ({ ...target, isSelected: true })) : open.filter(({ isSelected }) => isSelected);
}

/** The chips during a reply: only the chat of the reply can be selected. */
export function replyTargets(replyTo: ChatLine, targets: readonly Target[]): Target[] {
  return targets.map((target) => {
    if (target.id === replyTo.connection_id) return { ...target, isSelected: target.lockedBecause === null };
    return {
      ...target,
      isSelected: false,
      needsAccount: false,
      lockedBecause: target.lockedBecause ?? "Replies go to the original platform only",
    };
  });
}

/** Why the text or the reply cannot be sent; null if it can. */
export function sendProblem(
  text: string,
  targets: readonly Target[],
  selected: readonly Target[],
  replyTo: ChatLine | null,
): string | null {
  if (!replyTo || selected.length > 0) return problemOf(text, targets, selected);
  return targets.find(({ id }) => id === replyTo.connection_id)?.lockedBecause ?? "This platform is not connected";
}

/** The text as the server sends it: a reply on a platform without replies starts with the viewer's name. */
export function withMention(text: string, replyTo: ChatLine | null, targets: readonly Target[]): string {
  const name = replyTo?.author?.name.replace(/^@/u, "");
  const isMention = targets.some(({ platform }) => !canReplyOn(platform).isSupported);
  return name && text && isMention ? `@${name} ${text}` : text;
}
