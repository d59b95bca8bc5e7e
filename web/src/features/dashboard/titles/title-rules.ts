import type { ChannelProvider, Platform } from "../../../api/types";
import type { StreamResult } from "./stream-info.queries";

/** Number of code points, as on the server; an emoji may have several. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** The platform's maximum length of a title; null if Greenroom cannot set titles there. */
export function titleLimit(platform: Platform | undefined): number | null {
  const canSet = platform?.capabilities.some(
    ({ label, supported }) => supported && (label === "Title" || label === "Title and category"),
  );
  return (canSet && platform?.streamTitleMaxLength) || null;
}

/** The first connection with the same title; undefined if that is `provider` itself or there is none. */
export function sameTitleAs(provider: ChannelProvider, all: readonly ChannelProvider[]): ChannelProvider | undefined {
  const first = all.find(({ title }) => title !== null && title === provider.title);
  return first && first.id !== provider.id ? first : undefined;
}

/** The reasons why the title or the category of a connection was not changed. */
export interface Problems {
  title?: string;
  category?: string;
}

/** The problems of a change; empty if nothing failed. */
export function problemsIn({ title, category }: StreamResult): Problems {
  return {
    ...(isFailure(title) && { title: reasonOf(title) }),
    ...(isFailure(category) && { category: reasonOf(category) }),
  };
}

type Failure = NonNullable<StreamResult["title"]>;

function isFailure(result: StreamResult["title"]): result is Failure {
  return result !== null && result.outcome !== "done";
}

function reasonOf({ detail }: Failure): string {
  return detail || "It was not changed.";
}
