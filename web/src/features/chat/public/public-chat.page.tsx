import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { LiveBand } from "../../../live/live-band";
import { EmptyState } from "../../../ui/empty-state";
import { HiddenHeading } from "../../../ui/page/hidden-heading";
import { PageTitle } from "../../../ui/page/page-title";
import { type ChatLook, FONT_SIZES, PUBLIC_LOOK } from "../chat-appearance";
import { PublicChat } from "./public-chat";
import classes from "./public-chat.module.css";

/** A channel's chat for everybody: to read, without signing in, without anything around it. */
export function PublicChatPage() {
  const { channelId = "" } = useParams();
  const [search] = useSearchParams();
  const isTransparent = isForStream(search);
  useClearBody(isTransparent);
  return (
    <main className={classes["page"]} data-transparent={isTransparent || undefined}>
      {isTransparent ? (
        <PublicChat key={channelId} channelId={channelId} look={lookOf(search)} closed={null} isOnAir />
      ) : (
        <Popout key={channelId} channelId={channelId} look={lookOf(search)} />
      )}
    </main>
  );
}

function Popout({ channelId, look }: { channelId: string; look: ChatLook }) {
  const [name, setName] = useState("");
  const title = name ? `Chat of ${name}` : "Chat";
  return (
    <PublicChat channelId={channelId} look={look} onName={setName} closed={<NotFound />}>
      <PageTitle>{title}</PageTitle>
      <HiddenHeading>{title}</HiddenHeading>
      <LiveBand />
    </PublicChat>
  );
}

/** `?transparent` lays the chat over a stream. */
export function isForStream(search: URLSearchParams): boolean {
  return !["false", "0"].includes(search.get("transparent") ?? "false");
}

/** The page's own ground has to go as well. */
function useClearBody(isTransparent: boolean): void {
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
      <EmptyState heading="h1" title="Channel not found" about="There is no such channel, or its chat is not public." />
    </>
  );
}

const looks = new Map<number, ChatLook>(FONT_SIZES.map((fontSize) => [fontSize, { ...PUBLIC_LOOK, fontSize }]));

/** `?size=16` makes it larger: there is nobody here whose settings could be asked. */
function lookOf(search: URLSearchParams): ChatLook {
  return looks.get(Number(search.get("size"))) ?? PUBLIC_LOOK;
}
