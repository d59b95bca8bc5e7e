/** The chat without anything around it, in a window of its own; everybody may open it while the chat is public. */
export function openChatPopout(channelId: string): void {
  window.open(`/popout/channels/${channelId}/chat`, "_blank", "popup,width=420,height=800");
}
