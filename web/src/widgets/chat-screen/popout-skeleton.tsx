import { ChatSkeleton } from "../../features/chat/chat-skeleton";
import classes from "./chat-screen.module.css";

export function ChatWaiting() {
  return (
    <main className={classes["popout"]}>
      <ChatSkeleton />
    </main>
  );
}
