import { ChatSkeleton } from "../../features/chat/chat-skeleton";
import classes from "./chat-screen.module.css";

export function PopoutSkeleton() {
  return (
    <main className={classes["popout"]}>
      <ChatSkeleton />
    </main>
  );
}
