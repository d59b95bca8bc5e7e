import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { LiveBanner } from "../../../live/live-banner";
import { EmptyState } from "../../../ui/empty-state";
import { HiddenHeading } from "../../../ui/page/hidden-heading";
import { PageTitle } from "../../../ui/page/page-title";
import { type ChatAppearance, FONT_SIZES, PUBLIC_APPEARANCE } from "../chat-appearance";
import { PublicChat } from "./public-chat";
import classes from "./public-chat.module.css";

/** Read-only chat for anyone, without sign-in. */
export function PublicChatPage() {
  const { channelId = "" } = useParams();
  const [search] = useSearchParams();
  const isTransparent = isOverlay(search);
  useTransparentBody(isTransparent);
  return (
    <main className={classes["page"]} data-transparent={isTransparent || undefined}>
      {isTransparent ? (
        <PublicChat key={channelId} channelId={channelId} appearance={appearanceOf(search)} closed={null} isOverlay />
      ) : (
        <Popout key={channelId} channelId={channelId} appearance={appearanceOf(search)} />
      )}
    </main>
  );
}

function Popout({ channelId, appearance }: { channelId: string; appearance: ChatAppearance }) {
  const [name, setName] = useState("");
  const title = name ? `${name}'s chat` : "Chat";
  return (
    <PublicChat channelId={channelId} appearance={appearance} onName={setName} closed={<NotFound />}>
      <PageTitle>{title}</PageTitle>
      <HiddenHeading>{title}</HiddenHeading>
      <LiveBanner />
    </PublicChat>
  );
}

/** Whether the page is a stream overlay: `?transparent`, unless its value is false or 0. */
export function isOverlay(search: URLSearchParams): boolean {
  return !["false", "0"].includes(search.get("transparent") ?? "false");
}

function useTransparentBody(isTransparent: boolean): void {
  useEffect(() => {
    const name = classes["clear"];
    if (!isTransparent || !name) return;
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [isTransparent]);
}

function NotFound() {
  return (
    <>
      <PageTitle>Channel not found</PageTitle>
      <EmptyState heading="h1" title="Channel not found" about="This channel doesn't exist or its chat isn't public." />
    </>
  );
}

const APPEARANCES = new Map<number, ChatAppearance>(
  FONT_SIZES.map((fontSize) => [fontSize, { ...PUBLIC_APPEARANCE, fontSize }]),
);

/** The appearance with the text size from the URL, such as `?size=16`. */
function appearanceOf(search: URLSearchParams): ChatAppearance {
  return APPEARANCES.get(Number(search.get("size"))) ?? PUBLIC_APPEARANCE;
}
